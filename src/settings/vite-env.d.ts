/** Named here because the build puts their values into the code, where it asks for them by name. */
interface ImportMetaEnv {
  readonly VITE_API_LOCAL?: string;
  readonly VITE_API_DEV?: string;
  readonly VITE_API_LIVE?: string;
  readonly VITE_GOOGLE_CLIENT_ID?: string;
  readonly VITE_ANALYTICS_ID?: string;
  readonly VITE_APP_VERSION?: string;
}
