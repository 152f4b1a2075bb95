import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Signer } from '../../../domain/forms/customer.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { hasRealSignature } from '../../../domain/signature.ts';
import { signatureText } from '../../../messages/capture.ts';
import { controlsLazyText } from '../../../messages/controls-lazy.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { format } from '../../../messages/text.ts';
import { isQuotaError } from '../../../store/db/transactions.ts';
import type { StoredSignature } from '../../../store/files/strokes.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { IconCheck, IconError } from '../../../ui/frame/icons.tsx';
import { pendingSaves, strokesBeingSaved } from '../../../worker/pending-work.ts';
import type { NoDraft } from '../document/file-queue.ts';
import { usePicture } from '../use-picture.ts';
import styles from './signature-pad.module.css';
import {
  createSignatureSurface,
  INK,
  SignatureCanvas,
  type SignatureCanvasHandle,
  type SignatureSurface,
} from './signature-surface.ts';
import { PEN_WIDTH, signaturePng } from './strokes-png.ts';

export interface SignaturePadProps {
  readonly store: FormStore;
  readonly submissionId: SubmissionId;
  readonly ensureDraft: () => Promise<SubmissionId>;
  readonly error: string | undefined;
  readonly signer: 'customer' | 'witness';
  /** Shown once signed. '' if it is not known, or can change on the same screen: each letter would be announced. */
  readonly signerName: string;
  /** Set if the pad fills the whole screen. Called for 'Done', which is off until there is a signature. */
  readonly onDone?: () => void;
  /** Shown below the pad. */
  readonly children?: ReactNode;
  /** Called when the stored signature has changed. */
  readonly onSigned: () => void;
}

type StrokeReason = 'quota' | 'notOpen' | 'device' | 'clearFull' | 'clearFailed' | NoDraft;

const strokeReasonText = (reason: StrokeReason): string => signatureText().notSaved[reason];

/**
 * Passes only the first touch on to the drawing library. The library takes any finger for the pen: it ends the stroke when the hand lifts,
 * and loses the rest of it.
 */
function followOneTouch(frame: HTMLElement, signal: AbortSignal): void {
  let pen: number | null = null;
  const withPen = (event: TouchEvent): boolean =>
    [...event.changedTouches].some(({ identifier }) => identifier === pen);
  const ignore = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
  };
  const options = { capture: true, passive: false, signal };
  frame.addEventListener(
    'touchstart',
    (event) => {
      if (event.targetTouches.length === 1) pen = event.changedTouches[0]?.identifier ?? null;
      else ignore(event);
    },
    options,
  );
  frame.addEventListener(
    'touchmove',
    (event) => {
      if (event.targetTouches[0]?.identifier !== pen) ignore(event);
    },
    options,
  );
  for (const end of ['touchend', 'touchcancel'] as const)
    frame.addEventListener(
      end,
      (event) => {
        if (withPen(event)) pen = null;
        else ignore(event);
      },
      options,
    );
}

/**
 * Redraws when the pad's size or pixel density changes, and when the app is visible again. Ends a stroke when the app
 * is hidden.
 */
function followScreen(canvas: HTMLCanvasElement, surface: SignatureSurface): () => void {
  const stopping = new AbortController();
  const sizes = new ResizeObserver(surface.redraw);
  sizes.observe(canvas);
  const options = { signal: stopping.signal };
  if (canvas.parentElement !== null) followOneTouch(canvas.parentElement, stopping.signal);
  globalThis.addEventListener('resize', surface.redraw, options);
  canvas.addEventListener('contextrestored', surface.redraw, options);
  canvas.addEventListener('touchcancel', surface.end, options);
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? surface.end() : surface.redraw()),
    options,
  );
  return () => {
    sizes.disconnect();
    stopping.abort();
    surface.end();
  };
}

/** The customer's signature. Each stroke is on the disk as soon as the pen is lifted. */
export function SignaturePad({
  store,
  submissionId,
  ensureDraft,
  error,
  signer,
  signerName,
  onSigned,
  onDone,
  children,
}: SignaturePadProps) {
  const t = signatureText();
  const { signature: label } = fieldsText().part;
  const id = useId();
  const pad = useRef<SignatureCanvasHandle>(null);
  const surface = useRef<SignatureSurface>(null);
  const [reason, setReason] = useState<StrokeReason | null>(null);
  const [cleared, setCleared] = useState<StoredSignature | null>(null);
  const stored = useStored(() => store.queries.signature(submissionId), [store, submissionId]);
  const strokes = stored?.strokes ?? [];

  const form = useRef({ ensureDraft, onSigned });
  useEffect(() => {
    form.current = { ensureDraft, onSigned };
  });

  useEffect(() => {
    if (pad.current === null) return;
    const made = createSignatureSurface({
      pad: pad.current,
      add: async (id, stroke, size) => (await store.strokes()).add(id, stroke, size),
      ensureDraft: () => form.current.ensureDraft(),
      onWritten: (result) => {
        setReason(result.status === 'saved' ? null : result.reason);
        if (result.status === 'saved') form.current.onSigned();
      },
      onStroke: (stroke) => {
        pendingSaves.add(stroke);
        strokesBeingSaved.add(stroke);
      },
    });
    surface.current = made;
    return followScreen(pad.current.getCanvas(), made);
  }, [store]);

  useEffect(() => {
    if (stored) surface.current?.show(stored);
  }, [stored]);

  async function clear() {
    try {
      const before = await (await store.strokes()).clear(submissionId);
      setReason(null);
      if (before === null || before.strokes.length === 0) return;
      onSigned();
      setCleared(before);
    } catch (error) {
      setReason(isQuotaError(error) ? 'clearFull' : 'clearFailed');
    }
  }

  async function putBack(before: StoredSignature) {
    const written = await store
      .strokes()
      .then((strokesOf) => strokesOf.replace(submissionId, before))
      .catch(() => ({ status: 'notSaved', reason: 'device' }) as const);
    setReason(written.status === 'saved' ? null : written.reason);
  }

  const isSigned = hasRealSignature(strokes);
  const isDot = strokes.length > 0 && !isSigned;
  // 'Undo' is shown here and not in a toast, because the customer's view covers toasts.
  const undone = stored !== undefined && strokes.length === 0 ? cleared : null;
  const wrong = isDot ? error && t.onlyDot : error;
  const message = reason ? strokeReasonText(reason) : wrong;
  return (
    <fieldset className={classNames(styles['group'], onDone && styles['whole'])}>
      <legend className="visually-hidden">{label}</legend>
      <p className="visually-hidden" id={`${id}-hint`}>
        {t.hint[signer]}
      </p>
      <div className={styles['row']}>
        <div className={styles['state']}>
          {isSigned || isDot || undone ? null : <p aria-hidden="true">{label}</p>}
          <p className={isSigned ? styles['saved'] : undefined} role="status">
            {isSigned && !reason ? (
              <>
                <IconCheck />{' '}
                {signerName === '' ? t.savedBy[signer] : format(t.saved, { name: signerName })}
              </>
            ) : null}
            {isDot && !message ? t.onlyDot : null}
            {undone === null ? null : t.cleared}
          </p>
        </div>
        {undone === null ? null : (
          <Button
            className={styles['small']}
            data-aside=""
            onClick={() => void putBack(undone)}
            variant="quiet"
          >
            {controlsLazyText().undo}
          </Button>
        )}
        <Button
          className={styles['small']}
          data-aside=""
          onClick={() => void clear()}
          variant="quiet"
        >
          {t.clear}
        </Button>
        {onDone === undefined ? null : (
          <Button disabled={!isSigned} onClick={onDone} variant="primary">
            {t.done}
          </Button>
        )}
      </div>
      <div className={classNames(styles['frame'], Boolean(message) && styles['bad'])} data-pad="">
        <SignatureCanvas
          canvasProps={{
            role: 'img',
            'aria-label': label,
            'aria-describedby': message ? `${id}-hint ${id}-message` : `${id}-hint`,
            className: styles['pad'],
            tabIndex: -1,
          }}
          clearOnResize={false}
          maxWidth={PEN_WIDTH / 2}
          minDistance={2}
          minWidth={PEN_WIDTH / 2}
          onBegin={() => surface.current?.begin()}
          onEnd={() => surface.current?.end()}
          penColor={INK}
          ref={pad}
          throttle={0}
        />
      </div>
      {message ? (
        <p className={styles['error']} id={`${id}-message`} role={reason ? 'alert' : undefined}>
          <IconError />
          <span>{message}</span>
        </p>
      ) : null}
      {children}
    </fieldset>
  );
}

/** Shown instead of the pad if the witness signs by name. */
export function SignatureByName() {
  return <p className={styles['saved']}>{signatureText().byName}</p>;
}

export interface SignaturePictureProps {
  readonly store: FormStore;
  readonly submissionId: SubmissionId;
  readonly signer: Signer;
}

/**
 * The signature as it will be sent. The picture is hidden from screen readers, because the text beside it states the
 * signature.
 */
export function SignaturePicture({ store, submissionId, signer }: SignaturePictureProps) {
  const key = `${submissionId} ${signer.witness} ${signer.isByName}`;
  const [shown] = usePicture(key, () => signaturePng(store, submissionId, signer));
  if (shown.status === 'lost') return null;
  // The place is there before the picture, so that the review does not grow while somebody reads it.
  return (
    <span className={styles['picturePlace']}>
      {shown.status === 'ready' ? (
        <img alt="" className={styles['picture']} src={shown.url} />
      ) : null}
    </span>
  );
}
