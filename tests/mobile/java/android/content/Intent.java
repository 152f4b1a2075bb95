package android.content;

import android.net.Uri;
import android.os.Bundle;
import java.util.ArrayList;
import java.util.List;

public class Intent {
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String CATEGORY_BROWSABLE = "android.intent.category.BROWSABLE";
    public static final int FLAG_GRANT_READ_URI_PERMISSION = 1;
    public static final int FLAG_ACTIVITY_NEW_TASK = 0x10000000;
    public static final int FLAG_ACTIVITY_NEW_DOCUMENT = 0x00080000;

    public final List<String> categories = new ArrayList<>();
    public String action;
    public Uri data;
    public String to;
    public Bundle extras;
    private int flags;

    public Intent(String action) {
        this(action, null);
    }

    public Intent(String action, Uri data) {
        this.action = action;
        this.data = data;
    }

    public Intent(Intent other) {
        this(other.action, other.data);
        flags = other.flags;
    }

    public Uri getData() {
        return data;
    }

    public int getFlags() {
        return flags;
    }

    public Intent setFlags(int flags) {
        this.flags = flags;
        return this;
    }

    public Intent setPackage(String name) {
        to = name;
        return this;
    }

    public Intent addCategory(String category) {
        categories.add(category);
        return this;
    }

    public Intent putExtras(Bundle extras) {
        this.extras = extras;
        return this;
    }
}
