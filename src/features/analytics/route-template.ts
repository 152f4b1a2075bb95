/** Every path of the app without what stands for one submission. Nothing else ever leaves as an address. */
export const routeTemplates = [
  '/',
  '/help/termsconditions',
  '/register',
  '/register/:id',
  '/replace',
  '/replace/:id',
  '/outbox',
  '/outbox/:id',
  '/settings',
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
