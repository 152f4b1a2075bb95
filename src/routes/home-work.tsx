import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useLockView } from '../features/lock/lock-gate.ts';
import { ContinueList } from '../features/outbox/home/continue-list.tsx';
import { HomeStrip, type PhoneState } from '../features/outbox/home/home-strip.tsx';
import { Today } from '../features/outbox/home/today.tsx';
import { useOnline } from '../features/shell/online.ts';
import { FirstPanel, FirstRows, type HomePart, markWork } from '../features/site/home.tsx';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/open-store.ts';
import { useStored } from '../store/use-stored.ts';
import { lazyComponent, usePromise } from '../ui/frame/lazy-component.tsx';
import { useMayBegin } from './may-begin-here.tsx';

// The check of the phone is loaded on demand. If it cannot be loaded, only its number is missing.
const ReadyRows = lazyComponent<{ readonly store: Store }>(
  () =>
    import('../features/settings/ready/use-ready-lines.ts').then(
      ({ useReadyCount }) =>
        function CountedRows({ store }) {
          return <FirstRows Link={Link} ready={useReadyCount(store)} />;
        },
      () => () => <FirstRows Link={Link} />,
    ),
  () => <FirstRows Link={Link} />,
);

/** The facts about the phone itself. Null until it was checked, or if the check's code could not be loaded. */
function usePhoneState(): PhoneState | null {
  const [phone, setPhone] = useState<PhoneState | null>(null);
  useEffect(() => {
    let leave: (() => void) | null = () => undefined;
    import('../features/settings/ready/use-ready-lines.ts').then(
      ({ watchPhone }) => {
        if (leave !== null)
          leave = watchPhone(({ storage: { free }, clockOffMs, missingFiles }) =>
            setPhone({ free, clockOffMs, missingFiles }),
          );
      },
      () => undefined,
    );
    return () => {
      leave?.();
      leave = null;
    };
  }, []);
  return phone;
}

function Strip({ services }: Readonly<{ services: Services }>) {
  const { settings, store } = services;
  return (
    <HomeStrip
      begin={useMayBegin(services).begin}
      hasSignIn={settings.googleClientId !== ''}
      Link={Link}
      online={useOnline()}
      phone={usePhoneState()}
      store={store}
    />
  );
}

/** The drafts. On a phone without work, practice and the check of the phone. */
function End({ store }: { readonly store: Store }) {
  const counts = useStored(() => store.queries.countsForAgent(), [store]);
  const hasWork = counts && Object.values(counts).some((count) => count > 0);
  useEffect(() => {
    if (hasWork !== undefined) markWork(hasWork);
  }, [hasWork]);
  if (hasWork === undefined) return null;
  return hasWork ? <ContinueList Link={Link} store={store} /> : <ReadyRows store={store} />;
}

export interface HomeWorkProps {
  readonly opening: Promise<Services>;
  readonly part: HomePart;
  /** Shown until the database is open. */
  readonly meanwhile: ReactNode;
}

/** A part of Home that depends on this phone's work. If Veld is locked, Home shows nothing of it. */
export function HomeWork({ opening, part, meanwhile }: HomeWorkProps) {
  const services = usePromise(() => opening);
  const { home: locked } = useLockView();
  if (services === undefined) return meanwhile;
  if (locked) return part === 'panel' ? locked : null;
  const { store } = services;
  switch (part) {
    case 'panel':
      return (
        <Today
          Link={Link}
          otherwise={(hasNoWork) => (hasNoWork ? <FirstPanel /> : meanwhile)}
          store={store}
        />
      );
    case 'strip':
      return <Strip services={services} />;
    case 'end':
      return <End store={store} />;
  }
}
