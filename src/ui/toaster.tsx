import { useEffect } from 'react';
import { useToaster } from 'react-hot-toast/headless';
import { classNames } from './class-names.ts';
import { IconCheck, IconClose, IconError, IconInfo, IconWarning } from './icons.tsx';
import styles from './toaster.module.css';
import {
  actOnToast,
  dismissToast,
  pausingGroup,
  type ShownToast,
  steadyGroup,
  toastLedger,
} from './toasts.ts';

const icons = { info: IconInfo, success: IconCheck, warning: IconWarning, error: IconError };

interface ToastViewProps {
  readonly id: string;
  readonly visible: boolean;
  readonly shown: ShownToast;
  readonly pause: (() => void) | undefined;
  readonly resume: () => void;
}

function ToastView({ id, visible, shown, pause, resume }: ToastViewProps) {
  const { kind = 'info', title, message, action } = shown;
  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only stops the clock; what it does is on buttons.
    <div
      className={classNames(styles['toast'], styles[kind], !visible && styles['leaving'])}
      onBlur={resume}
      onFocus={pause}
      onPointerEnter={pause}
      onPointerLeave={resume}
    >
      <Icon className={styles['icon']} />
      <div className={styles['words']}>
        {title ? <p className={styles['title']}>{title}</p> : null}
        <p>{message}</p>
      </div>
      {action ? (
        <button
          className={styles['action']}
          onClick={() => {
            actOnToast(id);
            resume();
          }}
          type="button"
        >
          {action.label}
        </button>
      ) : null}
      <button
        aria-label="Close notification"
        className={styles['close']}
        onClick={() => {
          dismissToast(id);
          resume();
        }}
        type="button"
      >
        <IconClose />
      </button>
    </div>
  );
}

/** Where `notify` shows its messages; once on the page. Errors are spoken at once, the rest in turn. */
export function Toaster() {
  const pausing = useToaster({}, pausingGroup);
  const steady = useToaster({}, steadyGroup);
  const onScreen = [...steady.toasts, ...pausing.toasts];
  // After every change of the list: whoever left it is owed its onClose.
  useEffect(() => toastLedger.settle(onScreen));
  const { startPause, endPause } = pausing.handlers;

  function views(wanted: 'urgent' | 'calm') {
    return onScreen.map((toast) => {
      const shown = toastLedger.find(toast.id);
      if (!shown || (shown.kind === 'error') !== (wanted === 'urgent')) return null;
      return (
        <ToastView
          id={toast.id}
          key={toast.id}
          pause={shown.pauseOnHover === false ? undefined : startPause}
          resume={endPause}
          shown={shown}
          visible={toast.visible}
        />
      );
    });
  }

  return (
    <section aria-label="Notifications" className={styles['toaster']}>
      <div aria-live="assertive" className={styles['list']}>
        {views('urgent')}
      </div>
      <div aria-live="polite" className={styles['list']}>
        {views('calm')}
      </div>
    </section>
  );
}
