import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { modulesOf } from '../features/scan/made-symbols.ts';
import { test } from './engine-test.ts';
import { install } from './registration.ts';

type Bars = Readonly<{ rows: readonly (readonly boolean[])[]; tall: number }>;

/** Runs in the page. Returns a picture of a barcode on white, as a PNG in base64. */
function drawBarcode({ rows, tall }: Bars): string {
  const canvas = document.createElement('canvas');
  const size = 3;
  [canvas.width, canvas.height] = [1280, 720];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 1280, 720);
  context.fillStyle = 'black';
  const left = Math.round((1280 - (rows[0] ?? []).length * size) / 2);
  const top = Math.round((720 - rows.length * tall * size) / 2);
  for (const [y, row] of rows.entries())
    for (const [x, isBar] of row.entries())
      if (isBar) context.fillRect(left + x * size, top + y * tall * size, size, tall * size);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}

const card = `NKOSI|THANDI|F|RSA|8506154800088|15 JUN 1985|RSA|CITIZEN|01 JAN 2020|12345|123456789|${'X'.repeat(100)}`;

test(
  'the scanner reads a photo of a card and fills the form; no policy stops it',
  { tag: ['@chromium', '@floor', '@ios-16'] },
  async ({ phone }, info) => {
    await install(phone);
    await phone.open('/register');
    const path = info.outputPath('barcode.png');
    const drawn = await phone.run(drawBarcode, modulesOf({ kind: 'pdf417', text: card }));
    writeFileSync(path, Buffer.from(drawn, 'base64'));
    await phone.press('Scan a card or book');
    await phone.press('Get the scanner');
    await phone.sees('Take a photo instead');
    // A button opens the file chooser. WebKit's driver fills only an input that is shown.
    await phone.run(() => {
      for (const input of document.querySelectorAll('input[hidden]'))
        input.removeAttribute('hidden');
    }, undefined);
    await phone.addFile('Photo of the barcode', path);
    await phone.sees('8506 1548 0008 8');
    await phone.press('Take this');
    await phone.sees('Scanned');
    expect(await phone.valueOf('ID number')).toBe('8506154800088');
    expect(await phone.valueOf('Surname')).toBe('Nkosi');
    expect(phone.complaints).toEqual([]);
  },
);
