package veld.app;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.drawable.Drawable;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;

/** Hands the browser the picture of our splash. */
public final class SplashProvider extends ContentProvider {
    private static final String FILE = "splash.png";

    /** Draws the picture as large as our own splash has it. Null where there is no room for it. */
    static Uri draw(Context context) {
        int side = context.getResources().getDimensionPixelSize(R.dimen.splash);
        Bitmap picture = Bitmap.createBitmap(side, side, Bitmap.Config.ARGB_8888);
        Drawable icon = context.getDrawable(R.drawable.icon);
        icon.setBounds(0, 0, side, side);
        icon.draw(new Canvas(picture));
        try {
            OutputStream file = context.openFileOutput(FILE, Context.MODE_PRIVATE);
            picture.compress(Bitmap.CompressFormat.PNG, 100, file);
            file.close();
        } catch (IOException error) {
            return null;
        }
        return Uri.parse("content://" + context.getString(R.string.splash_authority) + "/" + FILE);
    }

    @Override
    public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
        return ParcelFileDescriptor.open(
                getContext().getFileStreamPath(FILE), ParcelFileDescriptor.MODE_READ_ONLY);
    }

    @Override
    public boolean onCreate() {
        return true;
    }

    // It is no table, and has one file.

    @Override
    public String getType(Uri uri) {
        return null;
    }

    @Override
    public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
        return null;
    }

    @Override
    public Uri insert(Uri uri, ContentValues values) {
        return null;
    }

    @Override
    public int delete(Uri uri, String where, String[] values) {
        return 0;
    }

    @Override
    public int update(Uri uri, ContentValues values, String where, String[] args) {
        return 0;
    }
}
