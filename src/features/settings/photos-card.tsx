import { useState } from 'react';
import type { PhotoSending } from '../../domain/photo-sending.ts';
import { formatBytes, formatRand, VAT_PERCENT } from '../../messages/formats.ts';
import { linkText } from '../../messages/link.ts';
import { say } from '../../messages/say.ts';
import { Card } from '../../ui/card.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';

/**
 * Round figures for the person. A photo: between what a WebP (107 kB) and a JPEG (178 kB) of 12 megapixels came to in
 * `npm run bench image-shrinking`. Form and signature: an estimate; a signature is 30 kB at most.
 */
const FORM_BYTES = 20_000;
const FORM_WITH_PHOTOS_BYTES = FORM_BYTES + 3 * 160_000;

export interface PhotosCardProps {
  readonly sending: PhotoSending;
  readonly pricePerMb: number | null;
  readonly addsVat: boolean;
  readonly onSending: (sending: PhotoSending) => void;
}

/** Over which links the photos of documents go. */
export function PhotosCard({ addsVat, onSending, pricePerMb, sending }: PhotosCardProps) {
  const t = linkText();
  // Shown at once; the stored value follows after it was written.
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
    <Card title={t.photos}>
      <RadioGroup
        hint={t.wherever}
        legend={t.send}
        name="photo-sending"
        onChange={(next) => choose(next === 'unmetered' ? next : 'always')}
        options={[
          {
            value: 'always',
            label: t.always,
            detail: isPriced ? say(t.alwaysDetailWithPrice, all) : say(t.alwaysDetail, all),
          },
          {
            value: 'unmetered',
            label: t.unmetered,
            detail: isPriced ? say(t.unmeteredDetailWithPrice, form) : say(t.unmeteredDetail, form),
          },
        ]}
        value={chosen}
      />
    </Card>
  );
}
