package veld.app;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Bundle;
import android.os.IBinder;
import android.os.Parcel;
import android.os.RemoteException;

/**
 * What a browser and the app of a site say to each other, so that the site's page may fill the screen. Names and
 * numbers are those of androidx.browser (CustomTabsService, ICustomTabsService.aidl, TrustedWebActivityIntentBuilder).
 */
final class CustomTabs implements ServiceConnection {
    private static final String SPLASH = "androidx.browser.trusted.category.TrustedWebActivitySplashScreensV1";

    private final LauncherActivity launcher;
    private final String browser;

    CustomTabs(LauncherActivity launcher, String browser) {
        this.launcher = launcher;
        this.browser = browser;
    }

    /** Whether a page of ours may fill the screen in this browser. */
    static boolean isTrusted(PackageManager phone, String browser) {
        Intent trusted = service(browser).addCategory("androidx.browser.trusted.category.TrustedWebActivities");
        return phone.resolveService(trusted, 0) != null;
    }

    private static Intent service(String browser) {
        return new Intent("android.support.customtabs.action.CustomTabsService").setPackage(browser);
    }

    /** False where the browser has no such service; else the launcher is told of the session. */
    boolean connect() {
        int flags = Context.BIND_AUTO_CREATE | Context.BIND_WAIVE_PRIORITY;
        try {
            return isTrusted(launcher.getPackageManager(), browser)
                    && launcher.bindService(service(browser), this, flags);
        } catch (SecurityException error) {
            return false;
        }
    }

    void disconnect() {
        try {
            launcher.unbindService(this);
        } catch (IllegalArgumentException error) {
            // It was never bound.
        }
    }

    @Override
    public void onServiceConnected(ComponentName name, IBinder service) {
        int newSession = IBinder.FIRST_CALL_TRANSACTION + 2;
        if (call(service, newSession, null)) launcher.open(Session.OURS, handOverSplash(service));
        else launcher.open(null, null);
    }

    @Override
    public void onServiceDisconnected(ComponentName name) {}

    /** The browser shows our splash on until the page is there; null where it can't. */
    private Bundle handOverSplash(IBinder service) {
        Intent splashing = service(browser).addCategory(SPLASH);
        if (launcher.getPackageManager().resolveService(splashing, 0) == null) return null;
        Uri picture = SplashProvider.draw(launcher);
        if (picture == null) return null;
        launcher.grantUriPermission(browser, picture, Intent.FLAG_GRANT_READ_URI_PERMISSION);
        int receiveFile = IBinder.FIRST_CALL_TRANSACTION + 11;
        if (!call(service, receiveFile, picture)) return null;
        Bundle splash = new Bundle();
        splash.putString("androidx.browser.trusted.KEY_SPLASH_SCREEN_VERSION", SPLASH);
        splash.putInt(
                "androidx.browser.trusted.trusted.KEY_SPLASH_SCREEN_BACKGROUND_COLOR",
                launcher.getColor(R.color.bar));
        return splash;
    }

    /** A call of the service about our session, with a file where one is given. False for whatever goes wrong. */
    private static boolean call(IBinder service, int code, Uri file) {
        Parcel question = Parcel.obtain();
        Parcel answer = Parcel.obtain();
        question.writeInterfaceToken("android.support.customtabs.ICustomTabsService");
        question.writeStrongBinder(Session.OURS);
        if (file != null) {
            int isNotNull = 1;
            int isNull = 0;
            int splashImage = 1;
            question.writeInt(isNotNull);
            file.writeToParcel(question, 0);
            question.writeInt(splashImage);
            question.writeInt(isNull);
        }
        try {
            if (!service.transact(code, question, answer, 0)) return false;
            answer.readException();
            return answer.readInt() != 0;
        } catch (RemoteException | RuntimeException error) {
            return false;
        }
    }

    /** What opens a page in the browser: with a session over the whole screen, without one in a tab with its address. */
    static Intent intent(String browser, Uri page, int barColour, IBinder session, Bundle splash) {
        Bundle extras = new Bundle();
        extras.putBinder("android.support.customtabs.extra.SESSION", session);
        extras.putInt("android.support.customtabs.extra.TOOLBAR_COLOR", barColour);
        extras.putBoolean("android.support.customtabs.extra.LAUNCH_AS_TRUSTED_WEB_ACTIVITY", session != null);
        if (splash != null) extras.putBundle("androidx.browser.trusted.EXTRA_SPLASH_SCREEN_PARAMS", splash);
        return new Intent(Intent.ACTION_VIEW, page).setPackage(browser).putExtras(extras);
    }
}
