package android.graphics.drawable;

import android.graphics.Canvas;

public class Drawable {
    public Drawable(int id) {}

    public void setBounds(int left, int top, int right, int bottom) {}

    public void draw(Canvas canvas) {}
}
