export type ReadPrice =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'price'; rand: number }>
  | Readonly<{ status: 'unclear' }>
  | Readonly<{ status: 'tooDear' }>;

/** Rand for one MB. */
export const MAX_PRICE_RAND = 1000;

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
