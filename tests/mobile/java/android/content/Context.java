package android.content;

import android.content.pm.PackageManager;
import android.content.res.Resources;
import android.graphics.drawable.Drawable;
import android.net.Uri;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import veld.app.Phone;

public class Context {
    public static final int MODE_PRIVATE = 0;
    public static final int BIND_AUTO_CREATE = 1;
    public static final int BIND_WAIVE_PRIORITY = 32;

    public String getString(int id, Object... values) {
        return String.format(Phone.phone.strings.get(id), values);
    }

    public int getColor(int id) {
        return id * 1000;
    }

    public Resources getResources() {
        return new Resources();
    }

    public Drawable getDrawable(int id) {
        return new Drawable(id);
    }

    public PackageManager getPackageManager() {
        return new PackageManager();
    }

    public void startActivity(Intent intent) {
        Phone.phone.start(intent);
    }

    public boolean bindService(Intent service, ServiceConnection connection, int flags) {
        if (Phone.phone.isBindRefused) return false;
        Phone.phone.boundTo = service;
        Phone.phone.connection = connection;
        return true;
    }

    public void unbindService(ServiceConnection connection) {
        if (Phone.phone.connection != connection) throw new IllegalArgumentException();
        Phone.phone.connection = null;
    }

    public void grantUriPermission(String to, Uri uri, int flags) {
        Phone.phone.granted.add(to + " " + flags + " " + uri);
    }

    public OutputStream openFileOutput(String name, int mode) throws IOException {
        return new ByteArrayOutputStream();
    }

    public File getFileStreamPath(String name) {
        return new File("/files", name);
    }

    public SharedPreferences getSharedPreferences(String name, int mode) {
        return new SharedPreferences() {
            @Override
            public String getString(String key, String otherwise) {
                return Phone.phone.preferences.getOrDefault(key, otherwise);
            }

            @Override
            public Editor edit() {
                return new Editor() {
                    @Override
                    public Editor putString(String key, String value) {
                        Phone.phone.preferences.put(key, value);
                        return this;
                    }

                    @Override
                    public void apply() {}
                };
            }
        };
    }
}
