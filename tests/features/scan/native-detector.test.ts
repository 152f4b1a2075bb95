import { describe, expect, it, vi } from 'vitest';
import { symbologiesOf } from '../../../src/domain/scan.ts';
import {
  browserDetector,
  type DetectorClass,
  provenDetector,
  type TestSymbol,
  testSymbols,
} from '../../../src/features/scan/native-detector.ts';

const allFormats = [...new Set(Object.values(symbologiesOf).flat())];

/** Returns the symbol itself in place of a picture, so that a fake detector knows it. */
const draw = (symbol: TestSymbol) => symbol as unknown as ImageBitmapSource;

const formatOf = (source: unknown): string =>
  Object.entries(testSymbols).find(([, symbol]) => symbol === source)?.[0] ?? 'code_128';

const detectorClass = (
  detect: (source: unknown) => Promise<readonly { format: string; rawValue: string }[]>,
  supported: () => Promise<readonly string[]> = async () => allFormats,
): DetectorClass =>
  class {
    static getSupportedFormats = supported;
    detect = detect;
  } as unknown as DetectorClass;

const honest = async (source: unknown) => [{ format: formatOf(source), rawValue: 'VELD' }];

describe("the browser's detector", () => {
  it('is used if it reads the test symbols of the purpose', async () => {
    const drawn: TestSymbol[] = [];
    const detect = await provenDetector('identity', detectorClass(honest), (symbol) => {
      drawn.push(symbol);
      return draw(symbol);
    });
    expect(drawn).toEqual([testSymbols.code_128, testSymbols.pdf417]);
    expect(await detect?.(draw(testSymbols.pdf417))).toEqual([
      { symbology: 'pdf417', text: 'VELD' },
    ]);
  });

  it('needs no PDF417 for a SIM card', async () => {
    const noPdf417 = detectorClass(honest, async () => symbologiesOf.sim);
    expect(await provenDetector('sim', noPdf417, draw)).not.toBeNull();
    expect(await provenDetector('identity', noPdf417, draw)).toBeNull();
  });

  it.each<[string, DetectorClass | undefined]>([
    ['the browser has none', undefined],
    ['it finds nothing', detectorClass(async () => [])],
    ['it finds another text', detectorClass(async () => [{ format: 'code_128', rawValue: 'V' }])],
    ['it names another format', detectorClass(async () => [{ format: 'itf', rawValue: 'VELD' }])],
    ['it throws', detectorClass(() => Promise.reject(new Error('No service.')))],
    ['its formats cannot be asked', detectorClass(honest, () => Promise.reject(new Error('No.')))],
    ['it has no formats', detectorClass(honest, async () => [])],
  ])('is not used if %s', async (_, Detector) => {
    expect(await provenDetector('sim', Detector, draw)).toBeNull();
  });

  it('is not used if it does not answer', async () => {
    vi.useFakeTimers();
    try {
      const proof = provenDetector(
        'sim',
        detectorClass(() => new Promise(() => {})),
        draw,
      );
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await proof).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

it.each([
  ['', true],
  ['?scanner=native', true],
  ['?scanner=zxing', false],
])('in development, the address %o leaves the detector: %s', (search, isThere) => {
  const Detector = detectorClass(honest);
  vi.stubGlobal('location', { search });
  vi.stubGlobal('BarcodeDetector', Detector);
  expect(browserDetector()).toBe(isThere ? Detector : undefined);
  vi.unstubAllGlobals();
});
