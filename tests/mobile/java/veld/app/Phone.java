package veld.app;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.IBinder;
import android.os.Parcel;
import android.os.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state behind the fakes of Android's classes: the installed browsers, and the launcher's calls. Only one phone exists at a time. */
public final class Phone {
    public static final String TRUSTED = "androidx.browser.trusted.category.TrustedWebActivities";
    public static final String SPLASH = "androidx.browser.trusted.category.TrustedWebActivitySplashScreensV1";

    public static Phone phone = new Phone();

    /** The categories of each browser's service. The first browser is the person's default browser. */
    public final Map<String, List<String>> browsers = new LinkedHashMap<>();
    public final Map<String, String> preferences = new LinkedHashMap<>();
    public final Map<Integer, String> strings = new LinkedHashMap<>();
    public final List<Intent> started = new ArrayList<>();
    public final List<String> granted = new ArrayList<>();
    public final List<Runnable> delayed = new ArrayList<>();
    public Intent boundTo;
    public ServiceConnection connection;
    public boolean isBindRefused;
    public boolean isStartRefused;
    public final Service service = new Service();

    Phone() {
        strings.put(R.string.name, "Veld");
        strings.put(R.string.host, "veld.example");
        strings.put(R.string.start_url, "https://veld.example/");
        strings.put(R.string.splash_authority, "example.veld.splash");
        strings.put(R.string.no_browser, "%1$s needs a browser.");
        strings.put(R.string.other_browser, "%1$s used to open in another browser.");
    }

    void has(String browser, String... categories) {
        browsers.put(browser, Arrays.asList(categories));
    }

    /** Connects the launcher to the browser's service. */
    void connect() {
        connection.onServiceConnected(null, service);
    }

    public void start(Intent intent) {
        if (isStartRefused) throw new ActivityNotFoundException();
        started.add(intent);
    }

    /** The browser's side of the service. It records each call, and replies with `answer`. */
    public static final class Service implements IBinder {
        final List<Integer> codes = new ArrayList<>();
        final List<List<Object>> calls = new ArrayList<>();
        boolean answer = true;
        boolean isDead;

        @Override
        public boolean transact(int code, Parcel question, Parcel reply, int flags) throws RemoteException {
            if (isDead) throw new RemoteException();
            codes.add(code);
            calls.add(question.all);
            reply.writeNoException();
            reply.writeInt(answer ? 1 : 0);
            return true;
        }
    }
}
