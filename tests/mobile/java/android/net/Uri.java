package android.net;

import android.os.Parcel;
import java.net.URI;

public class Uri {
    private final String text;

    private Uri(String text) {
        this.text = text;
    }

    public static Uri parse(String text) {
        return new Uri(text);
    }

    public String getScheme() {
        return text.substring(0, text.indexOf(':'));
    }

    public String getAuthority() {
        return URI.create(text).getRawAuthority();
    }

    public void writeToParcel(Parcel parcel, int flags) {
        parcel.all.add(this);
    }

    @Override
    public String toString() {
        return text;
    }
}
