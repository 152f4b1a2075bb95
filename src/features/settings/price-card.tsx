import { useState } from 'react';
import { formatRand, VAT_PERCENT } from '../../messages/formats.ts';
import { say } from '../../messages/say.ts';
import { settingsText } from '../../messages/settings.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { MAX_PRICE_RAND, priceText, type ReadPrice, readPrice } from './price-text.ts';

export interface PriceCardProps {
  readonly pricePerMb: number | null;
  readonly addsVat: boolean;
  readonly onPrice: (pricePerMb: number | null) => void;
  readonly onVat: (addsVat: boolean) => void;
}

function problemText({ status }: ReadPrice): string {
  const t = settingsText();
  if (status === 'unclear') return t.priceUnclear;
  if (status === 'tooDear') return say(t.priceTooHigh, { max: formatRand(MAX_PRICE_RAND) });
  return '';
}

/** The price of mobile data, with which the outbox shows what sending costs. Saved while it is typed. */
export function PriceCard({ pricePerMb, addsVat, onPrice, onVat }: PriceCardProps) {
  const t = settingsText();
  const [text, setText] = useState(priceText(pricePerMb));
  // Shown at once; the stored value follows after it was written.
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
    <Card title={t.price}>
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
        label={say(t.addVat, { percent: VAT_PERCENT })}
        onChange={chooseVat}
      />
      {read.status === 'price' ? (
        <p>{say(t.priceExample, { price: formatRand(100 * read.rand, vat ? VAT_PERCENT : 0) })}</p>
      ) : null}
    </Card>
  );
}
