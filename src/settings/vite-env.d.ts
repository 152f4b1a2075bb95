interface ImportMetaEnv {
  /** Named here because the build puts its value into the code, where `environment.ts` asks for it by its name only. */
  readonly VITE_ANALYTICS_ID?: string;
}
