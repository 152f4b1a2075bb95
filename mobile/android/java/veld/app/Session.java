package veld.app;

import android.os.Binder;
import android.os.Parcel;
import android.os.RemoteException;

/**
 * By this the browser knows us again, and tells what happens to the page, and asks. We need none of it, and answer
 * everything with nothing.
 */
final class Session extends Binder {
    /** One as long as the process lives, so that a link finds the page that is open already. */
    static final Session OURS = new Session();

    private Session() {
        attachInterface(null, "android.support.customtabs.ICustomTabsCallback");
    }

    @Override
    protected boolean onTransact(int code, Parcel question, Parcel answer, int flags) throws RemoteException {
        if (code > LAST_CALL_TRANSACTION) return super.onTransact(code, question, answer, flags);
        if (answer != null) answer.writeNoException();
        return true;
    }
}
