import {
  CAPTURED_PATH,
  HELP_PATH,
  HOME_PATH,
  OUTBOX_PATH,
  READY_PATH,
  REGISTER_PATH,
  REPLACE_PATH,
  SETTINGS_PATH,
  TERMS_PATH,
} from '../../page-paths.ts';
/** Every path of the app, with ':id' in place of a submission's id. Analytics sends no other addresses. */
export const routeTemplates = [
  HOME_PATH,
  HELP_PATH,
  TERMS_PATH,
  REGISTER_PATH,
  `${REGISTER_PATH}/:id`,
  REPLACE_PATH,
  `${REPLACE_PATH}/:id`,
  OUTBOX_PATH,
  `${OUTBOX_PATH}/:id`,
  `${CAPTURED_PATH}/:id`,
  SETTINGS_PATH,
  READY_PATH,
] as const;
export type RouteTemplate = (typeof routeTemplates)[number];

/** '/outbox/3f0c…' → '/outbox/:id'; an unknown path → undefined. */
export function routeTemplate(path: string): RouteTemplate | undefined {
  const [, area = '', rest] = path.split('/');
  const wanted =
    rest !== undefined && rest !== '' && area !== 'help'
      ? `/${area}/:id`
      : path.replace(/(.)\/$/, '$1');
  return routeTemplates.find((template) => template === wanted);
}
