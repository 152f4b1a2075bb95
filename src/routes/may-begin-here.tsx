import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type BeginFacts, type MayBegin, mayBegin } from '../domain/announced.ts';
import type { SendFirstProps } from '../features/outbox/home/send-first.tsx';
import type { Services } from '../services/services.ts';
import type { Store } from '../store/open-store.ts';
import { useStored } from '../store/use-stored.ts';
import { useNow } from '../ui/content/use-now.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';

const TICK_MS = 60_000;

/** The newest facts that a screen has read, for the next screen's first frame. */
let newest: BeginFacts | undefined;

/** Whether a new form may begin. `isLive`: it was read while this screen was open. */
export function useMayBegin({
  begin,
  store,
}: Pick<Services, 'begin' | 'store'>): Readonly<{ begin: MayBegin; isLive: boolean }> {
  const [first] = useState(newest ?? begin);
  const facts = useStored(() => store.queries.beginFacts(), [store], first);
  newest = facts;
  return { begin: mayBegin(facts, useNow(TICK_MS)), isLive: facts !== first };
}

/** Reads the stored facts. True if a new form may begin now. */
export const mayBeginNow = async (store: Store): Promise<boolean> =>
  mayBegin(await store.queries.beginFacts().read(), Date.now()).may !== 'no';

const SendFirst = lazyComponent<SendFirstProps>(
  async () => (await import('../features/outbox/home/send-first.tsx')).SendFirst,
);

const root = getRouteApi('__root__');

export interface NewFormGateProps {
  readonly services: Services;
  /** True once the form has an id. */
  readonly isBegun: boolean;
  readonly children: ReactNode;
}

/** A new form, or the page that says why none may begin. A form that was open stays open, whatever the limits become. */
export function NewFormGate({ services, isBegun, children }: NewFormGateProps) {
  const { wake } = root.useRouteContext();
  const { begin, isLive } = useMayBegin(services);
  const [isOpen, setIsOpen] = useState(false);
  const mayOpen = isBegun || (isLive && begin.may !== 'no');
  if (mayOpen && !isOpen) setIsOpen(true);
  if (isOpen || mayOpen || begin.may !== 'no') return children;
  const { store, sync } = services;
  const sendNow = async () => {
    await (await sync()).sendNow();
    wake();
  };
  return <SendFirst Link={Link} sendNow={sendNow} stop={begin} store={store} />;
}
