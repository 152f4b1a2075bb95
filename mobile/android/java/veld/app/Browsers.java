package veld.app;

import android.content.Context;
import android.content.Intent;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.net.Uri;
import java.util.LinkedHashSet;
import java.util.Set;

/** Which browser of the phone Veld opens in. What a person captures is kept in that one, so it is chosen once. */
final class Browsers {
    private static final String KNOWN = "browser";

    private Browsers() {}

    /** The browser of the last time; null at the first. */
    static String known(Context context) {
        return preferences(context).getString(KNOWN, null);
    }

    static void remember(Context context, String browser) {
        preferences(context).edit().putString(KNOWN, browser).apply();
    }

    private static SharedPreferences preferences(Context context) {
        return context.getSharedPreferences(KNOWN, Context.MODE_PRIVATE);
    }

    /** The known one while it is there. Else the first that can show us over the whole screen, or any; null: there is none. */
    static String choose(Context context) {
        PackageManager phone = context.getPackageManager();
        Intent anyPage = new Intent(Intent.ACTION_VIEW, Uri.parse("https://"))
                .addCategory(Intent.CATEGORY_BROWSABLE);
        Set<String> installed = new LinkedHashSet<>();
        // First the person's own browser, which it answers with alone; then all, in no order.
        for (int which : new int[] {PackageManager.MATCH_DEFAULT_ONLY, PackageManager.MATCH_ALL}) {
            for (ResolveInfo each : phone.queryIntentActivities(anyPage, which)) {
                installed.add(each.activityInfo.packageName);
            }
        }
        String known = known(context);
        if (installed.contains(known)) return known;
        for (String browser : installed) {
            if (CustomTabs.isTrusted(phone, browser)) return browser;
        }
        return installed.isEmpty() ? null : installed.iterator().next();
    }
}
