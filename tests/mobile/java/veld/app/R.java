package veld.app;

/** Resource numbers as aapt assigns them. The tests have no resources. */
final class R {
    static final class string {
        static final int name = 1;
        static final int host = 2;
        static final int start_url = 3;
        static final int splash_authority = 4;
        static final int no_browser = 5;
        static final int other_browser = 6;
    }

    static final class color {
        static final int bar = 10;
    }

    static final class dimen {
        static final int splash = 20;
    }

    static final class drawable {
        static final int icon = 30;
    }
}
