package android.os;

import java.util.ArrayList;
import java.util.List;

public class Parcel {
    public final List<Object> all = new ArrayList<>();

    public static Parcel obtain() {
        return new Parcel();
    }

    public void writeInterfaceToken(String name) {
        all.add(name);
    }

    public void writeStrongBinder(IBinder binder) {
        all.add(binder);
    }

    public void writeInt(int value) {
        all.add(value);
    }

    public void writeNoException() {
        all.add("no exception");
    }

    public void readException() {
        if (!"no exception".equals(all.remove(0))) throw new SecurityException();
    }

    public int readInt() {
        return (Integer) all.remove(0);
    }
}
