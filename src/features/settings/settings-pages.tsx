import { useState } from 'react';
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

export interface PhotosPageProps {
  readonly sending: PhotoSending;
  readonly pricePerMb: number | null;
  readonly addsVat: boolean;
  readonly onSending: (sending: PhotoSending) => void;
}

/** The setting for the connections over which photos of documents are sent. */
export function PhotosPage({ addsVat, onSending, pricePerMb, sending }: PhotosPageProps) {
  const t = linkText();
  // Shows the new choice at once. The stored value follows when it is written.
  const [chosen, setChosen] = useState(sending);

  const cost = (bytes: number): string =>
    formatRand((bytes / 1_000_000) * (pricePerMb ?? 0), addsVat ? VAT_PERCENT : 0);
  const all = { size: formatBytes(FORM_WITH_PHOTOS_BYTES), price: cost(FORM_WITH_PHOTOS_BYTES) };
  const form = { size: formatBytes(FORM_BYTES), price: cost(FORM_BYTES) };
  const isPriced = pricePerMb !== null;

  function choose(next: PhotoSending) {
    setChosen(next);
    onSending(next);
  }

  return (
    <RadioGroup
      hint={t.wherever}
      legend={t.send}
      name="photo-sending"
      onChange={(next) => choose(next === 'unmetered' ? next : 'always')}
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
  readonly onPrice: (pricePerMb: number | null) => void;
  readonly onVat: (addsVat: boolean) => void;
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
  // Shows the new choice at once. The stored value follows when it is written.
  const [vat, setVat] = useState(addsVat);
  const read = readPrice(text);

  function type(next: string) {
    setText(next);
    const typed = readPrice(next);
    if (typed.status === 'price') onPrice(typed.rand);
    if (typed.status === 'none') onPrice(null);
  }

  function chooseVat(next: boolean) {
    setVat(next);
    onVat(next);
  }

  return (
    <>
      <TextField
        error={problemText(read)}
        hint={t.priceHint}
        inputMode="decimal"
        label={t.pricePerMb}
        onChange={type}
        required={false}
        value={text}
      />
      <Checkbox
        checked={vat}
        label={format(t.addVat, { percent: VAT_PERCENT })}
        onChange={chooseVat}
      />
      {read.status === 'price' ? (
        <p>
          {format(t.priceExample, { price: formatRand(100 * read.rand, vat ? VAT_PERCENT : 0) })}
        </p>
      ) : null}
    </>
  );
}

type Permission = NotificationPermission | 'unsupported';

export const notificationPermission = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported';

export interface AlertsPageProps {
  readonly wantsNotifications: boolean;
  readonly onNotifies: (wantsNotifications: boolean) => void;
}

/**
 * The setting for notifications. Only this page requests the browser's permission, when the person turns notifications
 * on.
 */
export function AlertsPage({ wantsNotifications, onNotifies }: AlertsPageProps) {
  const t = settingsText();
  const sends = sendsWhenClosed();
  const [permission, setPermission] = useState(notificationPermission);
  // Shows the new choice at once. The stored value follows when it is written.
  const [chosen, setChosen] = useState(wantsNotifications);

  async function choose(wanted: boolean) {
    const answer = wanted ? await Notification.requestPermission() : permission;
    const granted = wanted && answer === 'granted';
    setPermission(answer);
    setChosen(granted);
    onNotifies(granted);
  }

  if (!sends || permission === 'unsupported')
    return <p>{sends ? t.alertsUnsupported : t.alertsWhileOpen}</p>;
  return (
    <Checkbox
      checked={chosen && permission === 'granted'}
      error={permission === 'denied' ? t.alertsBlocked : ''}
      hint={t.alertsHint}
      label={t.alertsLabel}
      onChange={(wanted) => void choose(wanted)}
    />
  );
}
