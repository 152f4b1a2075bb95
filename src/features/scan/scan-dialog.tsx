import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Reading, ScanPurpose } from '../../domain/scan.ts';
import { formatBytes, formatRand, VAT_PERCENT } from '../../messages/formats.ts';
import { scanText } from '../../messages/scan.ts';
import { format } from '../../messages/text.ts';
import type { FormStore } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/content/button.tsx';
import { CameraWords, cameraPermission, type NoCamera } from '../../ui/content/camera.tsx';
import { Progress } from '../../ui/content/progress.tsx';
import { HiddenFileInput } from '../../ui/fields/file-field.tsx';
import { IconWarning } from '../../ui/frame/icons.tsx';
import { IconCamera } from '../../ui/frame/more-icons.tsx';
import { WholeScreen } from '../../ui/overlays/dialog.tsx';
import { buzz } from '../../ui/overlays/haptics.ts';
import { isIos } from '../../worker/unsent-advice.ts';
import { LivePicture } from './live-picture.tsx';
import styles from './scan.module.css';
import { type OpenedScanner, openScanner, type Scanner } from './scanner.ts';

/** A reading with one value. */
export type Taken = Exclude<Reading, { status: 'refused' }>;

type Step =
  | Exclude<OpenedScanner, { status: 'open' }>
  | Readonly<{ status: 'opening' | 'intro' | 'watching' | 'photo' | 'looking' }>
  | Readonly<{ status: 'fetching'; share: number }>
  | Readonly<{ status: NoCamera | 'noneInPhoto' | 'stopped' }>
  | Readonly<{ status: 'read'; reading: Reading }>;

/** True once the camera has opened on this page. The sentence about privacy is then not shown again. */
let hasOpened = false;

/** Installed apps on iOS often lose the permission, so the photo is the first way there. */
async function firstStep(): Promise<Step> {
  const permission = await cameraPermission();
  if (permission === 'denied') return { status: 'blocked' };
  const isKnown = permission === 'granted' || hasOpened;
  return { status: isKnown && !isIos() ? 'watching' : 'intro' };
}

/** '8927 0100 0000 1234 560' */
const inFours = (digits: string): string => digits.replace(/\d{4}(?=\d)/g, '$& ');

/** Without a camera, the buttons that open the scanner are hidden on this page. */
const hideButtons = (): void => {
  document.documentElement.dataset['camera'] = 'none';
};

function useFetchText(bytes: number, store: FormStore): string {
  const t = scanText();
  const settings = useStored(() => store.queries.settings(), [store]);
  const size = formatBytes(bytes);
  const perMb = settings?.dataPricePerMb ?? null;
  if (perMb === null) return format(t.needsFetch, { size });
  const price = formatRand((bytes / 1_000_000) * perMb, settings?.addsVat ? VAT_PERCENT : 0);
  return format(t.needsFetchCost, { price, size });
}

function FetchQuestion({ bytes, store }: { readonly bytes: number; readonly store: FormStore }) {
  return <p role="status">{useFetchText(bytes, store)}</p>;
}

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <CameraWords>
    <IconWarning />
    <span>{children}</span>
  </CameraWords>
);

interface FoundProps {
  readonly reading: Taken;
  readonly warningFor: (number: string) => Promise<string | null>;
  readonly onTake: (taken: Taken) => void;
}

/** A number that was found, with the names beside it, and a warning if another form has the number. */
function Found({ reading, warningFor, onTake }: FoundProps) {
  const t = scanText();
  const id = useId();
  const number = reading.status === 'sims' ? (reading.numbers[0] ?? '') : reading.number;
  const isSim = reading.status === 'sims';
  const [warning, setWarning] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    if (isSim)
      warningFor(number).then(
        (found) => {
          if (!isOver) setWarning(found);
        },
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [isSim, number, warningFor]);
  const names =
    reading.status === 'identity'
      ? [reading.firstName, reading.lastName].filter((name) => name !== null).join(' ')
      : '';
  return (
    <div className={styles['found']}>
      <p className={styles['number']} id={id}>
        {inFours(number)}
      </p>
      {names === '' ? null : <p className={styles['names']}>{names}</p>}
      {warning === null ? null : <Warning>{warning}</Warning>}
      <Button aria-describedby={id} block={true} onClick={() => onTake(reading)} variant="primary">
        {t.take}
      </Button>
    </div>
  );
}

const eachOf = (reading: Taken): readonly Taken[] =>
  reading.status === 'sims'
    ? reading.numbers.map((number) => ({ status: 'sims', numbers: [number] }))
    : [reading];

function titleOf(step: Step): string {
  const t = scanText();
  if (step.status !== 'read') return t.title;
  const { reading } = step;
  if (reading.status === 'refused') return t.refusedTitle;
  return eachOf(reading).length > 1 ? t.foundTwo : t.found;
}

export interface ScanDialogProps {
  readonly purpose: ScanPurpose;
  readonly store: FormStore;
  /** The warning about a SIM's number that another form on this phone has. */
  readonly warningFor: (number: string) => Promise<string | null>;
  /** Called with one value. The dialog is then closed by its owner. */
  readonly onTake: (taken: Taken) => void;
  readonly onType: () => void;
  readonly onClose: () => void;
}

/** The scanner, over the whole screen. It offers what it finds; typing stays possible at every step. */
export function ScanDialog({
  purpose,
  store,
  warningFor,
  onTake,
  onType,
  onClose,
}: ScanDialogProps) {
  const t = scanText();
  const [step, setStep] = useState<Step>({ status: 'opening' });
  const [scanner, setScanner] = useState<Scanner | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  const hasRestarted = useRef(false);
  const latest = useRef<Readonly<{ step: Step; onClose: () => void }>>({ step, onClose });
  useEffect(() => {
    latest.current = { step, onClose };
  });

  async function begin(mayFetch: boolean): Promise<void> {
    setScanner(null);
    setStep(mayFetch ? { status: 'fetching', share: 0 } : { status: 'opening' });
    const onProgress = (share: number): void => {
      if (!isLeft.current) setStep({ status: 'fetching', share });
    };
    const opened = await openScanner(purpose, { mayFetch, onProgress }).catch(
      (): OpenedScanner => ({ status: 'notHere' }),
    );
    if (isLeft.current) {
      if (opened.status === 'open') opened.scanner.close();
      return;
    }
    if (opened.status !== 'open') return setStep(opened);
    setScanner(opened.scanner);
    setStep(await firstStep());
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because the dialog is mounted for one scan.
  useEffect(() => {
    isLeft.current = false;
    void begin(false);
    // The phone's camera app hides the page, too. Then the dialog waits for the photo.
    const whenHidden = (): void => {
      if (document.hidden && latest.current.step.status !== 'photo') latest.current.onClose();
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      isLeft.current = true;
      document.removeEventListener('visibilitychange', whenHidden);
    };
  }, []);
  useEffect(() => () => scanner?.close(), [scanner]);

  function show(reading: Reading): void {
    buzz('done');
    setStep({ status: 'read', reading });
  }

  async function lookAt(photo: File | undefined): Promise<void> {
    if (photo === undefined || scanner === null) return;
    setStep({ status: 'looking' });
    const reading = await scanner.readPhoto(photo).catch(() => 'ended' as const);
    if (isLeft.current) return;
    if (reading === 'ended') void begin(false);
    else if (reading === 'failed') setStep({ status: 'stopped' });
    else if (reading === null) setStep({ status: 'noneInPhoto' });
    else show(reading);
  }

  const { status } = step;
  const canRetry = status === 'dismissed' || status === 'busy' || status === 'photo';
  const isPhotoFirst = isIos() && status === 'intro';
  const ways = {
    camera: (
      <Button
        block={true}
        key="camera"
        onClick={() => setStep({ status: 'watching' })}
        variant={isPhotoFirst ? 'secondary' : 'primary'}
      >
        {status === 'intro' || status === 'photo' ? t.useCamera : t.tryAgain}
      </Button>
    ),
    photo: (
      <Button
        block={true}
        icon={<IconCamera />}
        key="photo"
        onClick={() => {
          setStep({ status: 'photo' });
          file.current?.click();
        }}
        variant={isPhotoFirst ? 'primary' : 'secondary'}
      >
        {t.photoInstead}
      </Button>
    ),
  };
  return (
    <WholeScreen onClose={onClose} title={titleOf(step)}>
      <div className={styles['body']}>
        {status === 'watching' && scanner !== null ? (
          <LivePicture
            onEnd={(end) => {
              if (end.status === 'over') return onClose();
              if (end.status === 'none') hideButtons();
              if (end.status === 'stopped' && !hasRestarted.current) {
                hasRestarted.current = true;
                return void begin(false);
              }
              if (end.status === 'read') {
                hasOpened = true;
                show(end.reading);
              } else setStep(end);
            }}
            scanner={scanner}
          />
        ) : null}
        {status === 'opening' || status === 'looking' ? <p role="status">{t[status]}</p> : null}
        {status === 'intro' ? <p>{t.privacy}</p> : null}
        {status === 'notHere' ||
        status === 'notRunning' ||
        status === 'noneInPhoto' ||
        status === 'stopped' ? (
          <Warning>{t[status]}</Warning>
        ) : null}
        {status === 'blocked' ? (
          <Warning>
            {matchMedia('(display-mode: browser)').matches
              ? t.noCamera.blocked
              : t.noCamera.blockedApp}
          </Warning>
        ) : null}
        {status === 'dismissed' || status === 'none' || status === 'busy' ? (
          <Warning>{t.noCamera[status]}</Warning>
        ) : null}
        {status === 'needsFetch' ? <FetchQuestion bytes={step.bytes} store={store} /> : null}
        {status === 'fetching' ? (
          <Progress
            label={t.fetching}
            max={100}
            unit="steps"
            value={Math.round(step.share * 100)}
          />
        ) : null}
        {status === 'read' && step.reading.status === 'refused' ? (
          <Warning>{t.refused[step.reading.reason]}</Warning>
        ) : null}
        {status === 'read' && step.reading.status !== 'refused'
          ? eachOf(step.reading).map((each) => (
              <Found
                key={JSON.stringify(each)}
                onTake={onTake}
                reading={each}
                warningFor={warningFor}
              />
            ))
          : null}
      </div>
      <div className={styles['ways']}>
        {status === 'read' ? (
          <Button block={true} onClick={() => setStep({ status: 'watching' })}>
            {t.again}
          </Button>
        ) : null}
        {status === 'needsFetch' ? (
          <Button block={true} onClick={() => void begin(true)} variant="primary">
            {t.fetch}
          </Button>
        ) : null}
        {status === 'notHere' ? (
          <Button block={true} onClick={() => void begin(false)}>
            {t.tryAgain}
          </Button>
        ) : null}
        {isPhotoFirst ? ways.photo : null}
        {status === 'intro' || canRetry ? ways.camera : null}
        {scanner !== null && status !== 'read' && status !== 'looking' && !isPhotoFirst
          ? ways.photo
          : null}
        <Button block={true} onClick={onType} variant="quiet">
          {t.typeInstead}
        </Button>
      </div>
      <HiddenFileInput
        accept="image/*"
        capture="environment"
        label={t.photo}
        onFile={(photo) => void lookAt(photo)}
        ref={file}
      />
    </WholeScreen>
  );
}
