import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { shellText } from '../../messages/shell.ts';
import type { ToastListProps } from './toast-list.tsx';
import styles from './toaster.module.css';
import { requestedToasts } from './toasts.ts';

/** Loads the list's code at the first toast. If the code cannot be loaded, the requested toasts count as closed. */
function useToastList(): ComponentType<ToastListProps> | null {
  const [List, setList] = useState<ComponentType<ToastListProps> | null>(null);
  const requested = useSyncExternalStore(
    requestedToasts.subscribe,
    requestedToasts.snapshot,
    requestedToasts.snapshot,
  );
  useEffect(() => {
    if (List !== null || requested.length === 0) return;
    import('./toast-list.tsx').then(
      ({ ToastList }) => setList(() => ToastList),
      () => {
        for (let next = requestedToasts.takeNext(); next; next = requestedToasts.takeNext())
          next.onClose?.('time');
      },
    );
  }, [List, requested]);
  return List;
}

/** The place for the toasts of `notify`. Mount it once on the page. */
export function Toaster() {
  const [urgent, setUrgent] = useState<HTMLElement | null>(null);
  const [calm, setCalm] = useState<HTMLElement | null>(null);
  const List = useToastList();
  return (
    <section aria-label={shellText().notifications} data-notices="" className={styles['toaster']}>
      <div aria-live="assertive" className={styles['list']} ref={setUrgent} />
      <div aria-live="polite" className={styles['list']} ref={setCalm} />
      {List && urgent && calm ? <List calm={calm} urgent={urgent} /> : null}
    </section>
  );
}
