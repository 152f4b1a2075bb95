package android.os;

import java.io.File;

public class ParcelFileDescriptor {
    public static final int MODE_READ_ONLY = 0x10000000;
    public final File file;
    public final int mode;

    private ParcelFileDescriptor(File file, int mode) {
        this.file = file;
        this.mode = mode;
    }

    public static ParcelFileDescriptor open(File file, int mode) {
        return new ParcelFileDescriptor(file, mode);
    }
}
