package veld.app;

import static android.content.Intent.FLAG_ACTIVITY_NEW_DOCUMENT;
import static android.content.Intent.FLAG_ACTIVITY_NEW_TASK;
import static veld.app.Phone.SPLASH;
import static veld.app.Phone.TRUSTED;

import android.content.Intent;
import android.net.Uri;
import android.os.Binder;
import android.os.Bundle;
import android.os.Parcel;
import android.os.ParcelFileDescriptor;
import android.widget.TextView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Each method without arguments is a test. Prints a line for each: 'ok' or 'failed', its name, and why. */
public final class LauncherTest {
    private static final String SESSION = "android.support.customtabs.extra.SESSION";
    private static final String FULL_SCREEN = "android.support.customtabs.extra.LAUNCH_AS_TRUSTED_WEB_ACTIVITY";
    private static final String SPLASH_PARAMS = "androidx.browser.trusted.EXTRA_SPLASH_SCREEN_PARAMS";

    private final Phone phone = Phone.phone = new Phone();
    private LauncherActivity launcher = new LauncherActivity();

    public static void main(String[] none) throws ReflectiveOperationException {
        for (Method test : LauncherTest.class.getDeclaredMethods()) {
            if (test.isSynthetic() || !Modifier.isPublic(test.getModifiers()) || test.getParameterCount() > 0) continue;
            String name = test.getName().replaceAll("([A-Z])", " $1").toLowerCase();
            try {
                test.invoke(new LauncherTest());
                System.out.println("ok\t" + name);
            } catch (InvocationTargetException error) {
                String why = Arrays.toString(Arrays.copyOf(error.getCause().getStackTrace(), 4));
                System.out.println("failed\t" + name + "\t" + error.getCause() + " " + why);
            }
        }
    }

    public void opensOverTheWholeScreenInThePersonsBrowser() {
        phone.has("chrome", TRUSTED);
        phone.has("samsung", TRUSTED);
        start(null);
        is("android.support.customtabs.action.CustomTabsService", phone.boundTo.action);
        is("chrome", phone.boundTo.to);
        is(0, phone.started.size());
        phone.connect();
        Intent opened = theOneStarted();
        is("android.intent.action.VIEW", opened.action);
        is("chrome", opened.to);
        is("https://veld.example/", opened.data.toString());
        is(true, opened.extras.all.get(FULL_SCREEN));
        is(R.color.bar * 1000, opened.extras.all.get("android.support.customtabs.extra.TOOLBAR_COLOR"));
    }

    public void asksForASessionAsTheBrowserKnowsIt() {
        phone.has("chrome", TRUSTED);
        start(null);
        phone.connect();
        is(Arrays.asList(3), phone.service.codes);
        List<Object> call = phone.service.calls.get(0);
        is("android.support.customtabs.ICustomTabsService", call.get(0));
        is("android.support.customtabs.ICustomTabsCallback", ((Binder) call.get(1)).descriptor);
        is(call.get(1), theOneStarted().extras.all.get(SESSION));
    }

    public void answersWhateverTheBrowserTellsTheSession() throws Exception {
        Parcel answer = Parcel.obtain();
        is(true, Session.OURS.transact(4, Parcel.obtain(), answer, 0));
        answer.readException();
        is(true, Session.OURS.transact(4, Parcel.obtain(), null, 1));
        is(false, Session.OURS.transact(1598968902, Parcel.obtain(), Parcel.obtain(), 0));
    }

    public void aSecondStartIsTheSameSession() {
        phone.has("chrome", TRUSTED);
        start(null);
        phone.connect();
        launcher = new LauncherActivity();
        start("https://veld.example/outbox");
        phone.connect();
        is(phone.started.get(0).extras.all.get(SESSION), phone.started.get(1).extras.all.get(SESSION));
    }

    public void handsTheSplashOver() throws Exception {
        phone.has("chrome", TRUSTED, SPLASH);
        start(null);
        phone.connect();
        is(Arrays.asList(3, 12), phone.service.codes);
        List<Object> call = phone.service.calls.get(1);
        is(Session.OURS, call.get(1));
        is("content://example.veld.splash/splash.png", call.get(3).toString());
        is(Arrays.asList(1, 1, 0), Arrays.asList(call.get(2), call.get(4), call.get(5)));
        is(Arrays.asList("chrome 1 content://example.veld.splash/splash.png"), phone.granted);
        Bundle splash = (Bundle) theOneStarted().extras.all.get(SPLASH_PARAMS);
        is(SPLASH, splash.all.get("androidx.browser.trusted.KEY_SPLASH_SCREEN_VERSION"));
        is(
                R.color.bar * 1000,
                splash.all.get("androidx.browser.trusted.trusted.KEY_SPLASH_SCREEN_BACKGROUND_COLOR"));
        ParcelFileDescriptor file = new SplashProvider().openFile((Uri) call.get(3), "r");
        is("/files/splash.png", file.file.getPath());
        is(ParcelFileDescriptor.MODE_READ_ONLY, file.mode);
    }

    public void opensWithoutASplashWhereTheBrowserTakesNone() {
        phone.has("chrome", TRUSTED);
        start(null);
        phone.connect();
        is(false, theOneStarted().extras.all.containsKey(SPLASH_PARAMS));
    }

    public void goesWhenThePersonLeavesTheBrowser() {
        phone.has("chrome", TRUSTED);
        start(null);
        phone.connect();
        is(false, launcher.isFinished);
        launcher.onRestart();
        is(true, launcher.isFinished);
        is(true, phone.connection != null);
        launcher.onDestroy();
        is(null, phone.connection);
    }

    public void goesWhenItsProcessWasGoneMeanwhile() {
        phone.has("chrome", TRUSTED);
        start(null);
        phone.connect();
        Bundle saved = new Bundle();
        launcher.onSaveInstanceState(saved);
        launcher = new LauncherActivity();
        launcher.intent = new Intent("android.intent.action.MAIN").setFlags(FLAG_ACTIVITY_NEW_TASK);
        launcher.onCreate(saved);
        is(true, launcher.isFinished);
        is(1, phone.started.size());
        launcher.onDestroy();
    }

    public void opensAgainWhenItWasTurnedBeforeTheBrowserAnswered() {
        phone.has("chrome", TRUSTED);
        start(null);
        Bundle saved = new Bundle();
        launcher.onSaveInstanceState(saved);
        launcher.onDestroy();
        launcher = new LauncherActivity();
        launcher.intent = new Intent("android.intent.action.MAIN").setFlags(FLAG_ACTIVITY_NEW_TASK);
        launcher.onCreate(saved);
        phone.connect();
        theOneStarted();
    }

    public void opensATabWhereNoBrowserMayShowItOverTheWholeScreen() {
        phone.has("firefox");
        phone.has("opera");
        start(null);
        is(null, phone.connection);
        isTab("firefox");
    }

    public void prefersABrowserThatMayShowItOverTheWholeScreen() {
        phone.has("firefox");
        phone.has("chrome", TRUSTED);
        start(null);
        is("chrome", phone.boundTo.to);
    }

    public void opensATabWhereTheBrowserRefusesASession() {
        phone.has("chrome", TRUSTED, SPLASH);
        phone.service.answer = false;
        start(null);
        phone.connect();
        isTab("chrome");
    }

    public void opensATabWhereTheBrowsersServiceDies() {
        phone.has("chrome", TRUSTED);
        phone.service.isDead = true;
        start(null);
        phone.connect();
        isTab("chrome");
    }

    public void opensATabWhereTheBrowserCanNotBeBound() {
        phone.has("chrome", TRUSTED);
        phone.isBindRefused = true;
        start(null);
        isTab("chrome");
        launcher.onDestroy();
    }

    public void opensATabWhenTheBrowserDoesNotAnswerAndNothingWhenItDoesAfterAll() {
        phone.has("chrome", TRUSTED);
        start(null);
        phone.delayed.get(0).run();
        isTab("chrome");
        phone.connect();
        theOneStarted();
    }

    public void opensNothingAnyMoreOnceThePersonHasLeft() {
        phone.has("chrome", TRUSTED);
        start(null);
        launcher.finish();
        phone.connect();
        is(0, phone.started.size());
        launcher.onDestroy();
        is(0, phone.delayed.size());
    }

    public void saysSoWhereThereIsNoBrowserAndOpensOnceThereIs() {
        start(null);
        is("Veld needs a browser.", words());
        is(0, phone.started.size());
        phone.has("chrome", TRUSTED);
        launcher.onRestart();
        phone.connect();
        is("chrome", theOneStarted().to);
    }

    public void saysSoWhereTheBrowserCanNotBeStarted() {
        phone.has("chrome", TRUSTED);
        phone.isStartRefused = true;
        start(null);
        phone.connect();
        is("Veld needs a browser.", words());
    }

    public void staysInTheBrowserThatKeepsWhatWasCaptured() {
        phone.has("samsung", TRUSTED);
        phone.has("chrome", TRUSTED);
        phone.preferences.put("browser", "chrome");
        start(null);
        is("chrome", phone.boundTo.to);
    }

    public void staysInItAlsoWhereItOnlyHasTabs() {
        phone.has("chrome", TRUSTED);
        phone.has("firefox");
        phone.preferences.put("browser", "firefox");
        start(null);
        isTab("firefox");
    }

    public void saysSoBeforeItOpensInAnotherBrowserThanBefore() {
        phone.has("samsung", TRUSTED);
        phone.preferences.put("browser", "chrome");
        start(null);
        is("Veld used to open in another browser.", words());
        is(null, phone.connection);
        is("chrome", phone.preferences.get("browser"));
        launcher.content.listener.onClick(launcher.content);
        phone.connect();
        is("samsung", theOneStarted().to);
        is("samsung", phone.preferences.get("browser"));
    }

    public void opensThePageOfALinkOrAShortcut() {
        phone.has("firefox");
        start("https://veld.example/register?a=b");
        is("https://veld.example/register?a=b", theOneStarted().data.toString());
    }

    public void opensNoPageThatIsNotOurs() {
        phone.has("firefox");
        String[] others = {
            "https://veld.example.evil.example/", "https://veld.example@evil.example/", "https://veld.example:444/",
            "http://veld.example/", "file:///sdcard/x.html", "javascript:alert(1)",
        };
        for (String other : others) {
            phone.started.clear();
            launcher = new LauncherActivity();
            start(other);
            is("https://veld.example/", theOneStarted().data.toString());
        }
    }

    public void movesIntoItsOwnTask() {
        phone.has("chrome", TRUSTED);
        launcher.intent = new Intent(Intent.ACTION_VIEW, Uri.parse("https://veld.example/outbox"))
                .setFlags(FLAG_ACTIVITY_NEW_DOCUMENT | FLAG_ACTIVITY_NEW_TASK | 1);
        launcher.onCreate(null);
        is(true, launcher.isFinished);
        is(null, phone.connection);
        is(FLAG_ACTIVITY_NEW_TASK | 1, theOneStarted().getFlags());
        is("https://veld.example/outbox", theOneStarted().data.toString());
    }

    private void start(String link) {
        Uri data = link == null ? null : Uri.parse(link);
        launcher.intent = new Intent(Intent.ACTION_VIEW, data).setFlags(FLAG_ACTIVITY_NEW_TASK);
        launcher.onCreate(null);
    }

    private Intent theOneStarted() {
        is(1, phone.started.size());
        return phone.started.get(0);
    }

    private void isTab(String browser) {
        Intent tab = theOneStarted();
        is(browser, tab.to);
        is(true, tab.extras.all.containsKey(SESSION));
        is(null, tab.extras.all.get(SESSION));
        is(false, tab.extras.all.get(FULL_SCREEN));
        is(false, tab.extras.all.containsKey(SPLASH_PARAMS));
    }

    private String words() {
        return ((TextView) launcher.content).text;
    }

    private static void is(Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }
}
