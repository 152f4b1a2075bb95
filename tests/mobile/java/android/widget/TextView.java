package android.widget;

import android.content.Context;
import android.view.View;

public class TextView extends View {
    public String text;

    public TextView(Context context) {}

    public void setText(CharSequence text) {
        this.text = text.toString();
    }

    public void setTextSize(float size) {}

    public void setTextColor(int colour) {}

    public void setGravity(int gravity) {}
}
