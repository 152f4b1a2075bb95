package android.content.pm;

public class ResolveInfo {
    public final ActivityInfo activityInfo = new ActivityInfo();
}
