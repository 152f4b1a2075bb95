/*
 * Other barcode readers. Each tries a picture once. Their scripts define these globals. They look only for the purpose's formats,
 * as our scanner does.
 */

interface Hints extends Map<number, unknown> {}

declare const ZXing: {
  BarcodeFormat: Readonly<Record<string, number>>;
  DecodeHintType: Readonly<{ POSSIBLE_FORMATS: number; TRY_HARDER: number }>;
  MultiFormatReader: new () => {
    setHints(hints: Hints): void;
    decode(bitmap: unknown): { getText(): string };
  };
  BinaryBitmap: new (binarizer: unknown) => unknown;
  HybridBinarizer: new (source: unknown) => unknown;
  HTMLCanvasElementLuminanceSource: new (canvas: HTMLCanvasElement) => unknown;
};

declare const Html5QrcodeSupportedFormats: Readonly<Record<string, number>>;
declare const Html5Qrcode: new (
  element: string,
  options: Readonly<{
    formatsToSupport: readonly (number | undefined)[];
    verbose: boolean;
    useBarCodeDetectorIfSupported: boolean;
  }>,
) => { scanFileV2(file: File, shows: boolean): Promise<{ decodedText: string }> };

declare const Quagga: {
  decodeSingle(
    options: unknown,
    onResult: (result?: { codeResult?: { code?: string } }) => void,
  ): unknown;
};

declare const BarcodeDetectionAPI: {
  BarcodeDetector: new (
    options: Readonly<{ formats: readonly string[] }>,
  ) => {
    detect(source: ImageBitmap): Promise<readonly { rawValue: string }[]>;
  };
  prepareZXingModule(options: unknown): unknown;
};

const names: Readonly<Record<string, string>> = {
  code_128: 'CODE_128',
  code_39: 'CODE_39',
  data_matrix: 'DATA_MATRIX',
  itf: 'ITF',
  pdf417: 'PDF_417',
  qr_code: 'QR_CODE',
};

const quaggaReaders: Readonly<Record<string, string>> = {
  code_128: 'code_128_reader',
  code_39: 'code_39_reader',
  itf: 'i2of5_reader',
};

type Read = (file: File, formats: readonly string[]) => Promise<string | null>;

async function canvasOf(file: File): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(picture, 0, 0);
  return canvas;
}

const readers: Readonly<Record<string, Read>> = {
  'barcode-detector 3.2.2': async (file, formats) => {
    const detector = new BarcodeDetectionAPI.BarcodeDetector({ formats });
    return (await detector.detect(await createImageBitmap(file)))[0]?.rawValue ?? null;
  },
  '@zxing/library 0.23.0': async (file, formats) => {
    const reader = new ZXing.MultiFormatReader();
    const wanted = formats.map((format) => ZXing.BarcodeFormat[names[format] ?? '']);
    reader.setHints(
      new Map<number, unknown>([
        [ZXing.DecodeHintType.POSSIBLE_FORMATS, wanted],
        [ZXing.DecodeHintType.TRY_HARDER, true],
      ]),
    );
    const source = new ZXing.HTMLCanvasElementLuminanceSource(await canvasOf(file));
    return reader.decode(new ZXing.BinaryBitmap(new ZXing.HybridBinarizer(source))).getText();
  },
  'html5-qrcode 2.3.8': async (file, formats) => {
    const reader = new Html5Qrcode('html5-qrcode', {
      formatsToSupport: formats.map((format) => Html5QrcodeSupportedFormats[names[format] ?? '']),
      verbose: false,
      useBarCodeDetectorIfSupported: false,
    });
    return (await reader.scanFileV2(file, false)).decodedText;
  },
  '@ericblade/quagga2 1.12.1': async (file, formats) => {
    const src = URL.createObjectURL(file);
    const options = {
      src,
      numOfWorkers: 0,
      locate: true,
      inputStream: { size: 1280 },
      decoder: { readers: formats.flatMap((format) => quaggaReaders[format] ?? []) },
    };
    const result = await new Promise<string | null>((resolve) => {
      void Quagga.decodeSingle(options, (found) => resolve(found?.codeResult?.code ?? null));
    });
    URL.revokeObjectURL(src);
    return result;
  },
};

BarcodeDetectionAPI.prepareZXingModule({
  overrides: { locateFile: () => '/files/zxing-of-barcode-detector.wasm' },
});

const peers = {
  names: Object.keys(readers),
  /** `text`: null if the peer finds nothing. Most peers throw an error then. */
  async read(name: string, path: string, formats: readonly string[]) {
    const blob = await (await fetch(path)).blob();
    const file = new File([blob], 'scan.png', { type: 'image/png' });
    const begun = performance.now();
    const text = await readers[name]?.(file, formats).catch(() => null);
    return { text: text ?? null, ms: performance.now() - begun };
  },
};
export type Peers = typeof peers;

Object.assign(globalThis, { peers });
