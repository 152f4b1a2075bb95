import { generate } from 'lean-qr';
import styles from './receipt-panel.module.css';

/** Readers need this much white around, in modules. */
const QUIET = 4;

/** A text as a QR code. Drawn as a path: the content security policy knows no data: address. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = generate(text);
  const path: string[] = [];
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path.push(`M${x} ${y}h1v1h-1z`);
  const side = code.size + 2 * QUIET;
  return (
    <svg
      aria-label={label}
      className={styles['qr']}
      role="img"
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
    >
      <path d={path.join('')} />
    </svg>
  );
}
