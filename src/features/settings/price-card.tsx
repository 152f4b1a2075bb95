import { useState } from 'react';
import { formatRand, VAT_PERCENT } from '../../messages/formats.ts';
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

function problemWords({ status }: ReadPrice): string {
  if (status === 'unclear') return 'Enter an amount in Rand, such as 0,50. It is not saved.';
  if (status === 'tooDear')
    return `Enter the price of one MB, at most ${formatRand(MAX_PRICE_RAND)}. It is not saved.`;
  return '';
}

/** The price of mobile data, with which the outbox shows what sending costs. Saved while it is typed. */
export function PriceCard({ pricePerMb, addsVat, onPrice, onVat }: PriceCardProps) {
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
    <Card title="Data price">
      <TextField
        error={problemWords(read)}
        hint="In Rand for one MB, from your bundle. The outbox then says about what sending costs."
        inputMode="decimal"
        label="Price per MB"
        onChange={type}
        required={false}
        value={text}
      />
      <Checkbox checked={vat} label={`Add ${VAT_PERCENT} % VAT`} onChange={chooseVat} />
      {read.status === 'price' ? (
        <p>100 MB cost about {formatRand(100 * read.rand, vat ? VAT_PERCENT : 0)}.</p>
      ) : null}
    </Card>
  );
}
