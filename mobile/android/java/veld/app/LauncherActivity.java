package veld.app;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.graphics.Color;
import android.net.Uri;
import android.os.Bundle;
import android.os.Handler;
import android.os.IBinder;
import android.view.Gravity;
import android.view.View;
import android.widget.TextView;

/** Shows the splash, opens Veld in the phone's browser, over the whole screen where it may, and goes when the person leaves. */
public final class LauncherActivity extends Activity implements Runnable, View.OnClickListener {
    private final Handler handler = new Handler();
    private CustomTabs tabs;
    private String browser;
    private boolean isLaunched;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        // Our process had to go while the browser was in front, and the person has left that now.
        if (saved != null && saved.getBoolean("isLaunched")) finish();
        else if (!moveToOwnTask()) choose();
    }

    /**
     * An app that opens a link of ours may put us into its own task. In ours, the browser finds the page that is open
     * already, and the person finds one Veld among the recent apps.
     */
    private boolean moveToOwnTask() {
        int flags = getIntent().getFlags();
        int wanted = (flags | Intent.FLAG_ACTIVITY_NEW_TASK) & ~Intent.FLAG_ACTIVITY_NEW_DOCUMENT;
        if (flags == wanted) return false;
        startActivity(new Intent(getIntent()).setFlags(wanted));
        finish();
        return true;
    }

    private void choose() {
        String known = Browsers.known(this);
        browser = Browsers.choose(this);
        if (browser == null) say(R.string.no_browser);
        else if (known != null && !known.equals(browser)) say(R.string.other_browser).setOnClickListener(this);
        else connect();
    }

    private TextView say(int text) {
        TextView view = new TextView(this);
        view.setText(getString(text, getString(R.string.name)));
        view.setTextSize(20);
        view.setTextColor(Color.WHITE);
        view.setBackgroundColor(getColor(R.color.bar));
        view.setGravity(Gravity.CENTER);
        int space = getResources().getDimensionPixelSize(R.dimen.splash) / 3;
        view.setPadding(space, space, space, space);
        setContentView(view);
        return view;
    }

    /** The person has read that it is another browser. */
    @Override
    public void onClick(View view) {
        view.setOnClickListener(null);
        connect();
    }

    private void connect() {
        Browsers.remember(this, browser);
        tabs = new CustomTabs(this, browser);
        // A browser that does not answer for so long gets an ordinary tab to show.
        long answerWithinMs = 5000;
        if (tabs.connect()) handler.postDelayed(this, answerWithinMs);
        else open(null, null);
    }

    /** The browser has not answered in time. */
    @Override
    public void run() {
        open(null, null);
    }

    /** Opens the page, once. Without a session it is an ordinary tab, with the address in sight. */
    void open(IBinder session, Bundle splash) {
        if (isLaunched || isFinishing()) return;
        isLaunched = true;
        try {
            startActivity(CustomTabs.intent(browser, page(), getColor(R.color.bar), session, splash));
            if (splash != null) overridePendingTransition(0, 0);
        } catch (ActivityNotFoundException | SecurityException error) {
            isLaunched = false;
            say(R.string.no_browser);
        }
    }

    /** The page of ours that a link or a shortcut named, else the first one. */
    private Uri page() {
        Uri named = getIntent().getData();
        boolean isOurs = named != null && "https".equals(named.getScheme())
                && getString(R.string.host).equals(named.getAuthority());
        return isOurs ? named : Uri.parse(getString(R.string.start_url));
    }

    @Override
    protected void onSaveInstanceState(Bundle saved) {
        super.onSaveInstanceState(saved);
        saved.putBoolean("isLaunched", isLaunched);
    }

    /** Back from the browser, which was closed: we are done. Back from where a browser was to be had: try again. */
    @Override
    protected void onRestart() {
        super.onRestart();
        if (isLaunched) finish();
        else if (tabs == null) choose();
    }

    @Override
    protected void onDestroy() {
        super.onDestroy();
        handler.removeCallbacks(this);
        if (tabs != null) tabs.disconnect();
    }
}
