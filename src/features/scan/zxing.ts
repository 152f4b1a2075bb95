import { prepareZXingModule } from 'zxing-wasm/reader';
import { type ScanPurpose, type Symbology, symbologiesOf } from '../../domain/scan.ts';
import type { Decode } from './ladder.ts';

/** The used part of the library's module. It takes pictures of one byte a pixel, and the library's own function makes them first. */
type Module = Readonly<{
  HEAPU8: Uint8Array;
  _malloc: (bytes: number) => number;
  _free: (address: number) => void;
  readBarcodesFromPixmap: (
    address: number,
    width: number,
    height: number,
    options: Readonly<Record<string, string | number | boolean>>,
  ) => Readonly<{
    size: () => number;
    get: (index: number) => Readonly<{ symbology: string; text: string; bytes: Uint8Array }>;
  }>;
}>;

const libraryNames: Readonly<Record<Symbology, string>> = {
  code_128: 'Code128',
  code_39: 'Code39',
  data_matrix: 'DataMatrix',
  itf: 'ITF',
  pdf417: 'PDF417',
  qr_code: 'QRCode',
};

const symbologyOf = (name: string): string =>
  Object.entries(libraryNames).find(([, other]) => other === name)?.[0] ?? name;

/** A pack may have other barcodes beside the wanted one. */
const MAX_SYMBOLS = 4;

/** Starts the decoder. Rejects if the bytes are not its program, or if WebAssembly may not run here. */
export async function openZxing(program: ArrayBuffer): Promise<(purpose: ScanPurpose) => Decode> {
  const module = (await prepareZXingModule({
    overrides: { wasmBinary: program },
    fireImmediately: true,
  })) as unknown as Module;
  return (purpose) => {
    const formats = symbologiesOf[purpose].map((each) => libraryNames[each]).join();
    return ({ data, width, height }, { isPlain = false, hasOneThreshold }) => {
      const address = module._malloc(data.length);
      try {
        module.HEAPU8.set(data, address);
        const found = module.readBarcodesFromPixmap(address, width, height, {
          formats,
          tryHarder: true,
          tryRotate: isPlain,
          tryInvert: false,
          tryDownscale: isPlain,
          tryDenoise: false,
          // 0: the average of the surroundings. 1: one threshold, from the histogram.
          binarizer: hasOneThreshold ? 1 : 0,
          isPure: false,
          downscaleFactor: 3,
          downscaleThreshold: 500,
          minLineCount: 2,
          maxNumberOfSymbols: MAX_SYMBOLS,
          validateOptionalChecksum: false,
          returnErrors: false,
          eanAddOnSymbol: 0,
          textMode: 0,
          characterSet: 0,
          tryCode39ExtendedMode: false,
        });
        return Array.from({ length: found.size() }, (_, index) => {
          const { symbology, text, bytes } = found.get(index);
          return { symbology: symbologyOf(symbology), text, bytes };
        });
      } finally {
        module._free(address);
      }
    };
  };
}
