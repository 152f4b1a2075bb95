package android.os;

public class Binder implements IBinder {
    public String descriptor;

    public void attachInterface(IInterface owner, String descriptor) {
        this.descriptor = descriptor;
    }

    protected boolean onTransact(int code, Parcel question, Parcel answer, int flags) throws RemoteException {
        return false;
    }

    @Override
    public final boolean transact(int code, Parcel question, Parcel answer, int flags) throws RemoteException {
        return onTransact(code, question, answer, flags);
    }
}
