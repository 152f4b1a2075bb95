package android.content.res;

public class Resources {
    public int getDimensionPixelSize(int id) {
        return 288;
    }
}
