/** The settings that the code reads by name. The build replaces each name with its value. */
interface ImportMetaEnv {
  readonly VITE_API_LOCAL?: string;
  readonly VITE_API_DEV?: string;
  readonly VITE_API_LIVE?: string;
  readonly VITE_GOOGLE_CLIENT_ID?: string;
  readonly VITE_ANALYTICS_ID?: string;
  readonly VITE_APP_VERSION?: string;
}
