/** The backend that is judged, and from where phones would call it. */
export type Target = Readonly<{
  /** Where its API is, as in `https://api.operator.example/v1`, without a trailing slash. */
  base: URL;
  /** Where the app is served from. */
  appOrigin: string;
  applicationKey: string;
}>;

/** Whether app and API share their origin: the app then calls a relative address, with the anti-forgery cookie. */
export const isSameOrigin = ({ base, appOrigin }: Target): boolean => base.origin === appOrigin;

/** What a build calls: a path where app and API share their origin, else the whole address. Without a trailing slash. */
export const builtAddress = (target: Target): string =>
  (isSameOrigin(target) ? target.base.pathname : target.base.href).replace(/\/+$/, '');
