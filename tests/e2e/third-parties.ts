/** The settings of the one other build: with sign-in and with analytics. */
export const thirdParties = {
  VITE_GOOGLE_CLIENT_ID: 'made-up.apps.googleusercontent.com',
  VITE_ANALYTICS_ID: 'G-MADEUP',
} as const;

/** Where analytics goes; the backend must let the pages call it. */
export const collector = 'https://www.google-analytics.com';
