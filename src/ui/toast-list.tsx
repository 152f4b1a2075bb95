import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useToaster } from 'react-hot-toast/headless';
import { classNames } from './class-names.ts';
import { IconCheck, IconError, IconInfo, IconWarning } from './icons.tsx';
import { IconClose } from './more-icons.tsx';

import {
  actOnToast,
  dismissToast,
  pausingGroup,
  showToast,
  steadyGroup,
  toastLedger,
} from './shown-toasts.ts';
import styles from './toast-list.module.css';
import { type AskedToast, askedToasts } from './toasts.ts';

const icons = { info: IconInfo, success: IconCheck, warning: IconWarning, error: IconError };

/** What can rest on a toast; each is on one at most. */
type Rester = 'pointer' | 'focus';
type Rests = Readonly<Record<Rester, string | null>>;

interface ToastViewProps {
  readonly id: string;
  readonly visible: boolean;
  readonly shown: AskedToast;
  readonly onRest: (rester: Rester, isOn: boolean) => void;
}

function ToastView({ id, visible, shown, onRest }: ToastViewProps) {
  const { kind = 'info', title, message, action } = shown;
  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only stops the clock; what it does is on buttons.
    <div
      className={classNames(styles['toast'], styles[kind], !visible && styles['leaving'])}
      onBlur={() => onRest('focus', false)}
      onFocus={() => onRest('focus', true)}
      onPointerLeave={() => onRest('pointer', false)}
      // Moved there: a toast that comes up under a mouse that lies still is not what it points at.
      onPointerMove={() => onRest('pointer', true)}
    >
      <Icon className={styles['icon']} />
      <div className={styles['words']}>
        {title ? <p className={styles['title']}>{title}</p> : null}
        <p id={`${id}-message`}>{message}</p>
      </div>
      {action ? (
        <button
          aria-describedby={`${id}-message`}
          className={styles['action']}
          onClick={() => actOnToast(id)}
          type="button"
        >
          {action.label}
        </button>
      ) : null}
      <button
        aria-describedby={`${id}-message`}
        aria-label="Close notification"
        className={styles['close']}
        onClick={() => dismissToast(id)}
        type="button"
      >
        <IconClose />
      </button>
    </div>
  );
}

export interface ToastListProps {
  /** The page's live regions: there before what they are to speak of. */
  readonly urgent: HTMLElement;
  readonly calm: HTMLElement;
}

/** Stops the clock of the group while something rests on one of its toasts. One that is gone, or goes, holds up no other. */
function useRests({ toasts, handlers }: ReturnType<typeof useToaster>) {
  const [rests, setRests] = useState<Rests>({ pointer: null, focus: null });
  const { startPause, endPause } = handlers;
  const isHeld = toasts.some(({ id, visible }) => visible && Object.values(rests).includes(id));
  useEffect(() => {
    if (isHeld) startPause();
  }, [isHeld, startPause]);
  // Another function for each pause: it is called for one that began a moment too late, too.
  useEffect(() => {
    if (!isHeld) endPause();
  }, [isHeld, endPause]);
  return (id: string) => (rester: Rester, isOn: boolean) =>
    setRests((before) => {
      if ((before[rester] === id) === isOn) return before;
      return { ...before, [rester]: isOn ? id : null };
    });
}

/** The toasts themselves. Errors are spoken at once, the rest in turn. */
export function ToastList({ urgent, calm }: ToastListProps) {
  const asked = useSyncExternalStore(askedToasts.subscribe, askedToasts.snapshot);
  const pausing = useToaster({}, pausingGroup);
  const steady = useToaster({}, steadyGroup);
  const onScreen = [...steady.toasts, ...pausing.toasts];
  useEffect(() => {
    if (asked.length > 0) askedToasts.take().forEach(showToast);
  }, [asked]);
  // After every change of the list: whoever left it is owed its onClose.
  useEffect(() => toastLedger.settle(onScreen));
  const restOn = useRests(pausing);

  function views(isUrgent: boolean) {
    return onScreen.map((toast) => {
      const shown = toastLedger.find(toast.id);
      if (!shown || (shown.kind === 'error') !== isUrgent) return null;
      return (
        <ToastView
          id={toast.id}
          key={toast.id}
          onRest={restOn(toast.id)}
          shown={shown}
          visible={toast.visible}
        />
      );
    });
  }

  return [createPortal(views(true), urgent, 'urgent'), createPortal(views(false), calm, 'calm')];
}
