package android.os;

import java.util.LinkedHashMap;
import java.util.Map;

public class Bundle {
    public final Map<String, Object> all = new LinkedHashMap<>();

    public void putBinder(String key, IBinder value) {
        all.put(key, value);
    }

    public void putInt(String key, int value) {
        all.put(key, value);
    }

    public void putString(String key, String value) {
        all.put(key, value);
    }

    public void putBoolean(String key, boolean value) {
        all.put(key, value);
    }

    public void putBundle(String key, Bundle value) {
        all.put(key, value);
    }

    public boolean getBoolean(String key) {
        return Boolean.TRUE.equals(all.get(key));
    }
}
