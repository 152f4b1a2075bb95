package android.os;

import veld.app.Phone;

public class Handler {
    public boolean postDelayed(Runnable work, long ms) {
        if (ms != 5000) throw new AssertionError("not after " + ms + " ms");
        return Phone.phone.delayed.add(work);
    }

    public void removeCallbacks(Runnable work) {
        Phone.phone.delayed.remove(work);
    }
}
