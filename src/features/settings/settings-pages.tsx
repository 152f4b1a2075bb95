import { useState, useSyncExternalStore } from 'react';
import type { PhotoSending } from '../../domain/photo-sending.ts';
import { formatBytes, formatRand, VAT_PERCENT } from '../../messages/formats.ts';
import { linkText, settingsText } from '../../messages/settings.ts';
import { format } from '../../messages/text.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { sendsWhenClosed } from '../../worker/unsent-advice.ts';

/**
 * Round figures. The size of a photo is between a WebP (107 kB) and a JPEG (178 kB) of 12 megapixels in `npm run bench
 * image-shrinking`. The size of form and signature is an estimate. A signature has at most 30 kB.
 */
const FORM_BYTES = 20_000;
const FORM_WITH_PHOTOS_BYTES = FORM_BYTES + 3 * 160_000;

/** Resolves to false if the setting was not saved. */
type Save<T> = (value: T) => Promise<boolean>;

/** Shows a new choice at once. Shows the stored value if the choice was not saved, and when that value changes. */
export function useChoice<T extends string | number | boolean>(stored: T, save: Save<T>) {
  const [chosen, setChosen] = useState<T>();
  const [before, setBefore] = useState(stored);
  if (before !== stored) {
    setBefore(stored);
    setChosen(undefined);
  }

  async function choose(next: T): Promise<void> {
    setChosen(next);
    // Meanwhile the person may have chosen again.
    if (!(await save(next))) setChosen((now) => (now === next ? undefined : now));
  }
  return [chosen ?? stored, choose] as const;
}

export interface PhotosPageProps {
  readonly sending: PhotoSending;
  readonly pricePerMb: number | null;
  readonly addsVat: boolean;
  readonly onSending: Save<PhotoSending>;
}

/** The setting for the connections over which photos of documents are sent. */
export function PhotosPage({ addsVat, onSending, pricePerMb, sending }: PhotosPageProps) {
  const t = linkText();
  const [chosen, choose] = useChoice(sending, onSending);

  const cost = (bytes: number): string =>
    formatRand((bytes / 1_000_000) * (pricePerMb ?? 0), addsVat ? VAT_PERCENT : 0);
  const all = { size: formatBytes(FORM_WITH_PHOTOS_BYTES), price: cost(FORM_WITH_PHOTOS_BYTES) };
  const form = { size: formatBytes(FORM_BYTES), price: cost(FORM_BYTES) };
  const isPriced = pricePerMb !== null;

  return (
    <RadioGroup
      hint={t.wherever}
      legend={t.send}
      name="photo-sending"
      onChange={(next) => void choose(next === 'unmetered' ? next : 'always')}
      options={[
        {
          value: 'always',
          label: t.always,
          detail: isPriced ? format(t.alwaysDetailWithPrice, all) : format(t.alwaysDetail, all),
        },
        {
          value: 'unmetered',
          label: t.unmetered,
          detail: isPriced
            ? format(t.unmeteredDetailWithPrice, form)
            : format(t.unmeteredDetail, form),
        },
      ]}
      value={chosen}
    />
  );
}

export type ReadPrice =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'price'; rand: number }>
  | Readonly<{ status: 'unclear' }>
  | Readonly<{ status: 'tooDear' }>;

/** Rand for one MB. */
const MAX_PRICE_RAND = 1000;

/** 'R 1,50', '1.5' → 1.5 Rand; '' → none. Accepts comma and point. */
export function readPrice(text: string): ReadPrice {
  const plain = text.replace(/[\sRr]/g, '').replace(',', '.');
  if (plain === '') return { status: 'none' };
  const rand = Number(plain);
  if (!/^\d*\.?\d+$/.test(plain)) return { status: 'unclear' };
  if (rand > MAX_PRICE_RAND) return { status: 'tooDear' };
  return { status: 'price', rand };
}

export const priceText = (rand: number | null): string =>
  rand === null ? '' : String(rand).replace('.', ',');

export interface PricePageProps {
  readonly pricePerMb: number | null;
  readonly addsVat: boolean;
  readonly onPrice: Save<number | null>;
  readonly onVat: Save<boolean>;
}

function problemText({ status }: ReadPrice): string {
  const t = settingsText();
  if (status === 'unclear') return t.priceUnclear;
  if (status === 'tooDear') return format(t.priceTooHigh, { max: formatRand(MAX_PRICE_RAND) });
  return '';
}

/** The price of mobile data, from which the outbox calculates the cost of sending. Saved while the person types. */
export function PricePage({ pricePerMb, addsVat, onPrice, onVat }: PricePageProps) {
  const t = settingsText();
  const [text, setText] = useState(priceText(pricePerMb));
  const [isSaved, setIsSaved] = useState(true);
  const [vat, chooseVat] = useChoice(addsVat, onVat);
  const read = readPrice(text);

  async function type(next: string) {
    setText(next);
    const typed = readPrice(next);
    if (typed.status === 'price') setIsSaved(await onPrice(typed.rand));
    if (typed.status === 'none') setIsSaved(await onPrice(null));
  }

  return (
    <>
      <TextField
        error={problemText(read) || (isSaved ? '' : t.notSaved)}
        hint={t.priceHint}
        inputMode="decimal"
        label={t.pricePerMb}
        onChange={(next) => void type(next)}
        required={false}
        value={text}
      />
      <Checkbox
        checked={vat}
        label={format(t.addVat, { percent: VAT_PERCENT })}
        onChange={(next) => void chooseVat(next)}
      />
      {read.status === 'price' ? (
        <p>
          {format(t.priceExample, { price: formatRand(100 * read.rand, vat ? VAT_PERCENT : 0) })}
        </p>
      ) : null}
    </>
  );
}

function watchController(changed: () => void): () => void {
  const { serviceWorker } = navigator;
  serviceWorker?.addEventListener('controllerchange', changed);
  return () => serviceWorker?.removeEventListener('controllerchange', changed);
}

/** `sendsWhenClosed`, also after a worker takes control. On a first visit that is a moment after the first screen. */
export const useSendsWhenClosed = (): boolean =>
  useSyncExternalStore(watchController, () => sendsWhenClosed());

type Permission = NotificationPermission | 'unsupported';

export const notificationPermission = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported';

function watchVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** The permission, read again when the page is shown again: the agent may have changed the browser's settings. */
const usePermission = (): Permission =>
  useSyncExternalStore(watchVisibility, notificationPermission);

export interface AlertsPageProps {
  readonly wantsNotifications: boolean;
  readonly onNotifies: Save<boolean>;
}

/**
 * The setting for notifications. Only this page requests the browser's permission, when the person turns notifications
 * on.
 */
export function AlertsPage({ wantsNotifications, onNotifies }: AlertsPageProps) {
  const t = settingsText();
  const sends = useSendsWhenClosed();
  const permission = usePermission();
  const [chosen, choose] = useChoice(wantsNotifications, onNotifies);

  async function ask(wanted: boolean) {
    await choose(wanted && (await Notification.requestPermission()) === 'granted');
  }

  if (!sends || permission === 'unsupported')
    return <p>{sends ? t.alertsUnsupported : t.alertsWhileOpen}</p>;
  return (
    <Checkbox
      checked={chosen && permission === 'granted'}
      error={permission === 'denied' ? t.alertsBlocked : ''}
      hint={t.alertsHint}
      label={t.alertsLabel}
      onChange={(wanted) => void ask(wanted)}
    />
  );
}
