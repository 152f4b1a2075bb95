package android.os;

public interface IBinder {
    int FIRST_CALL_TRANSACTION = 1;
    int LAST_CALL_TRANSACTION = 0x00ffffff;

    boolean transact(int code, Parcel question, Parcel answer, int flags) throws RemoteException;
}
