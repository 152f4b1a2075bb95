import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  FirstPanel,
  FirstRows,
  Home,
  type HomePart,
  hasWorkMark,
  WorkPanel,
} from '../features/site/home.tsx';
import { HOME_PATH } from '../paths/page-paths.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';
import type { HomeWorkProps } from './home-work.tsx';

// `HomeWork` needs the database. The first view of Home does not.
const Work = lazyComponent<HomeWorkProps>(
  async () => (await import('./home-work.tsx')).HomeWork,
  ({ meanwhile }) => meanwhile,
);

const route = getRouteApi(HOME_PATH);

/** The parts of a phone without work. On a phone with work, empty space until the database is open. */
function firstPart(part: HomePart, hasWork: boolean): ReactNode {
  switch (part) {
    case 'panel':
      return hasWork ? <WorkPanel /> : <FirstPanel />;
    case 'strip':
      return null;
    case 'end':
      return hasWork ? null : <FirstRows Link={Link} />;
  }
}

export function HomeRoute() {
  const hasDatabase = route.useLoaderData();
  const { services } = route.useRouteContext();
  // Calls `services` only once. If it fails, the screen shows the error.
  const [opening, setOpening] = useState(() => (hasDatabase ? services() : null));
  const [hasMark] = useState(hasWorkMark);
  // The router first gives its cached value. Its next answer includes the forms begun since then.
  if (hasDatabase && opening === null) setOpening(services());
  return (
    <Home
      Link={Link}
      work={(part) => {
        const meanwhile = firstPart(part, opening !== null && hasMark);
        return opening ? <Work meanwhile={meanwhile} opening={opening} part={part} /> : meanwhile;
      }}
    />
  );
}
