package android.content.pm;

public class ActivityInfo {
    public String packageName;
}
