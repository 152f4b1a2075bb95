package android.content.pm;

import android.content.Intent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import veld.app.Phone;

public class PackageManager {
    public static final int MATCH_DEFAULT_ONLY = 0x10000;
    public static final int MATCH_ALL = 0x20000;

    /** As on Android: returns only the person's default browser with MATCH_DEFAULT_ONLY, else all browsers, in no useful order. */
    public List<ResolveInfo> queryIntentActivities(Intent page, int which) {
        boolean isWeb = "https".equals(page.data.getScheme())
                && page.categories.contains(Intent.CATEGORY_BROWSABLE);
        if (!isWeb) throw new AssertionError("no browser answers that: " + page.data);
        List<String> names = new ArrayList<>(Phone.phone.browsers.keySet());
        if (which == MATCH_DEFAULT_ONLY && names.size() > 1) names = names.subList(0, 1);
        else Collections.reverse(names);
        List<ResolveInfo> found = new ArrayList<>();
        for (String name : names) {
            ResolveInfo each = new ResolveInfo();
            each.activityInfo.packageName = name;
            found.add(each);
        }
        return found;
    }

    public ResolveInfo resolveService(Intent service, int flags) {
        boolean isCustomTabs = "android.support.customtabs.action.CustomTabsService".equals(service.action);
        List<String> categories = Phone.phone.browsers.get(service.to);
        return isCustomTabs && categories != null && categories.containsAll(service.categories)
                ? new ResolveInfo()
                : null;
    }
}
