import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useClosesOnBack } from './use-closes-on-back.ts';

/** Opens a native modal dialog: the browser keeps the focus inside and restores it afterwards. Back closes it. */
export function useModal(open: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useClosesOnBack(open, onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  // Closed before it is unmounted: otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return ref;
}
