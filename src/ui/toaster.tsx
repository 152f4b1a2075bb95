import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { shellText } from '../messages/shell.ts';
import type { ToastListProps } from './toast-list.tsx';
import styles from './toaster.module.css';
import { askedToasts } from './toasts.ts';

/** The list's code once the first message asked for it. What can't be shown is as good as closed. */
function useToastList(): ComponentType<ToastListProps> | null {
  const [List, setList] = useState<ComponentType<ToastListProps> | null>(null);
  const asked = useSyncExternalStore(
    askedToasts.subscribe,
    askedToasts.snapshot,
    askedToasts.snapshot,
  );
  useEffect(() => {
    if (List !== null || asked.length === 0) return;
    import('./toast-list.tsx').then(
      ({ ToastList }) => setList(() => ToastList),
      () => {
        for (const { onClose } of askedToasts.take()) onClose?.('time');
      },
    );
  }, [List, asked]);
  return List;
}

/** Where `notify` shows its messages; once on the page. */
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
