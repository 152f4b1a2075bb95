package android.view;

public class View {
    public OnClickListener listener;

    public interface OnClickListener {
        void onClick(View view);
    }

    public void setOnClickListener(OnClickListener listener) {
        this.listener = listener;
    }

    public void setBackgroundColor(int colour) {}

    public void setPadding(int left, int top, int right, int bottom) {}
}
