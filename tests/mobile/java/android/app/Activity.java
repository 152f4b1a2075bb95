package android.app;

import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;

public class Activity extends Context {
    public Intent intent;
    public View content;
    public boolean isFinished;

    protected void onCreate(Bundle saved) {}

    protected void onRestart() {}

    protected void onDestroy() {}

    protected void onSaveInstanceState(Bundle saved) {}

    public Intent getIntent() {
        return intent;
    }

    public void finish() {
        isFinished = true;
    }

    public boolean isFinishing() {
        return isFinished;
    }

    public void setContentView(View view) {
        content = view;
    }

    public void overridePendingTransition(int in, int out) {}
}
