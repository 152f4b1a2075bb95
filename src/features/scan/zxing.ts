import { type ScanPurpose, type Symbology, symbologiesOf } from '../../domain/scan.ts';
import type { Decode } from './ladder.ts';

/*
 * Starts the program of zxing-wasm 3.1.4. The library's own start code is 5 kB larger. The program calls functions of the page by one or
 * two letters, which another version may change: a test holds the program's hash. The calls are those of Emscripten's "embind".
 */

type Call = (...values: number[]) => number;

type Letters = 'ta' | 'va' | 'wa' | 'xa' | 'ya' | 'za' | 'Aa' | 'Ba' | 'Ca' | 'Da' | 'Ea' | 'Fa';

/** `qa`: the memory. `ra`: registers the program's functions and types. `ua`: the table of functions, by number. */
type Exports = Readonly<Record<Letters, Call>> &
  Readonly<{ qa: WebAssembly.Memory; ra: () => void; ua: WebAssembly.Table }>;

/** How the program passes values of one type. `after`: collects functions that free memory after the call. */
type Kind = Readonly<{
  toPage: (value: number) => unknown;
  toProgram: (value: unknown, after: (() => unknown)[]) => number;
  /** True if `toPage` gets the address of the value. Otherwise it gets the word at that address. */
  isInPlace?: true;
}>;

/** Numbers, truth values, and addresses of objects. */
const plainKind: Kind = { toPage: (value) => value, toProgram: Number };

/** The arguments with which the program registers a field. `from` and `to`: the first arguments of `get` and `set`. */
type Field = readonly [
  ...[object: number, name: number, kind: number, sign: number, get: number, from: number],
  ...[newKind: number, newSign: number, set: number, to: number],
];

/** The arguments with which the program registers a function that the page may call. */
type Offer = readonly [
  ...[name: number, count: number, kinds: number, sign: number],
  by: number,
  from: number,
];

/** The fields of a barcode that the app reads. */
const READ = ['symbology', 'text', 'bytes'];

/** Functions of the interface that the app does not need. */
const UNUSED = ['na', 'Y', 'ha', 'ka', 'U', 'x', 'ja', 'P', 'ia', 'aa'];

/** The program's exceptions. The 24 bytes before each have its type, its destructor, two flags (caught, thrown again) and its address. */
function exceptionCalls(out: () => Exports, words: () => Uint32Array, bytes: () => Uint8Array) {
  const caught: number[] = [];
  let last = 0;
  const raise = (exception: number): never => {
    last = exception;
    throw exception;
  };
  /** Finds the handler whose type fits. */
  const handlerOf = (...types: number[]): number => {
    const head = last - 24;
    const type = last && (words()[(head + 4) >> 2] ?? 0);
    if (last) words()[(head + 16) >> 2] = last;
    const fits =
      type && types.find((each) => !each || each === type || out().Da(each, type, head + 16));
    out().ya(fits || type);
    return last;
  };
  return {
    a: handlerOf,
    i: handlerOf,
    l: handlerOf,
    r: (exception: number): number => {
      bytes().set([1, 0], exception - 12);
      caught.push(exception);
      return out().wa(exception);
    },
    J: (): void => {
      out().xa(0, 0);
      out().Ca(caught.pop() ?? 0);
      last = 0;
    },
    T: (): never => {
      const exception = caught.pop() ?? 0;
      if (!bytes()[exception - 11]) {
        caught.push(exception);
        bytes().set([0, 1], exception - 12);
      }
      out().Ba(exception);
      return raise(exception);
    },
    q: (exception: number, type: number, destructor: number): never => {
      words().set([type, destructor], (exception - 20) >> 2);
      words()[(exception - 8) >> 2] = 0;
      out().Ba(exception);
      return raise(exception);
    },
    e: (exception: number): never => raise(last || exception),
  };
}

async function start(code: ArrayBuffer) {
  let exports: Exports;
  const out = (): Exports => exports;
  // The program's memory may grow, and old views of it are then empty.
  const bytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(exports.qa.buffer as ArrayBuffer);
  const words = (): Uint32Array => new Uint32Array(exports.qa.buffer);
  const wordsAt = (address: number, count: number): readonly number[] => [
    ...words().subarray(address >> 2, (address >> 2) + count),
  ];
  const decoder = new TextDecoder();
  const nameAt = (address: number): string =>
    decoder.decode(bytes().subarray(address, bytes().indexOf(0, address)));

  const functions: Call[] = [];
  const run = (index: number, ...values: number[]): number =>
    // biome-ignore lint/suspicious/noAssignInExpressions: the shortest cache, on the program's busiest path.
    (functions[index] ??= exports.ua.get(index))(...values);
  /** Calls back into the program, which catches its own exceptions. They are numbers. */
  const guarded =
    (call: () => Call): Call =>
    (...values) => {
      const stack = exports.Aa();
      try {
        return call()(...values);
      } catch (error) {
        exports.za(stack);
        if (typeof error !== 'number') throw error;
        return exports.xa(1, 0);
      }
    };

  /** JavaScript values that the program refers to, by number. The numbers up to 8 are constants. */
  const held = new Map<number, { readonly value: unknown; uses: number }>();
  let lastHeld = 8;
  const hold = (value: unknown): number => {
    lastHeld += 1;
    held.set(lastHeld, { value, uses: 1 });
    return lastHeld;
  };
  const use = (id: number, change: number): unknown => {
    const found = held.get(id);
    if (found !== undefined) {
      found.uses += change;
      if (found.uses === 0) held.delete(id);
    }
    return found?.value;
  };

  const kinds = new Map<number, Kind>();
  const kindOf = (id: number): Kind => kinds.get(id) ?? plainKind;
  const heldKind: Kind = { toPage: (id) => use(id, -1), toProgram: hold };
  /** The fields of the object that the program registers. */
  let fields: Field[] = [];
  const casts: ((target: unknown, values: number) => number)[] = [];
  const offered = new Map<string, (...values: unknown[]) => unknown>();
  let freeList = 0;

  const offer = (...[name, count, types, , by, from]: Offer): void => {
    const [result = 0, ...inputs] = wordsAt(types, count);
    offered.set(nameAt(name), (...values) => {
      const after: (() => unknown)[] = [];
      try {
        const raw = inputs.map((id, index) => kindOf(id).toProgram(values[index], after));
        return kindOf(result).toPage(run(by, from, ...raw));
      } finally {
        for (const free of after) free();
      }
    });
  };

  const module = await WebAssembly.compile(code);
  const named = {
    ...exceptionCalls(out, words, bytes),
    X: guarded(() => exports.Ea),
    W: guarded(() => exports.Fa),
    Z: () => {
      throw new Error('The decoder has ended.');
    },
    _: (wanted: number): boolean => {
      const { buffer } = exports.qa;
      // Some room is left, so that the memory does not grow for each picture.
      for (const share of [0.2, 0]) {
        const size = Math.max(wanted >>> 0, buffer.byteLength * (1 + share));
        try {
          exports.qa.grow(Math.ceil((size - buffer.byteLength) / 65_536));
          return true;
        } catch {
          // The phone has less memory.
        }
      }
      return false;
    },
    v: (value: number) => value,
    // Text.
    ga: (id: number) =>
      kinds.set(id, {
        toPage: (address) => {
          const [size = 0] = wordsAt(address, 1);
          const text = decoder.decode(bytes().subarray(address + 4, address + 4 + size));
          exports.ta(address);
          return text;
        },
        toProgram: (value, after) => {
          const text = new TextEncoder().encode(`${value}\0`);
          const address = exports.va(4 + text.length);
          after.push(() => exports.ta(address));
          words()[address >> 2] = text.length - 1;
          bytes().set(text, address + 4);
          return address;
        },
      }),
    // Bytes in the program's memory.
    s: (id: number) =>
      kinds.set(id, {
        ...plainKind,
        toPage: (address) => {
          const [size = 0, from = 0] = wordsAt(address, 2);
          return bytes().subarray(from, from + size);
        },
        isInPlace: true,
      }),
    fa: (id: number) => kinds.set(id, heldKind),
    ma: (id: number) => kinds.set(id, heldKind),
    // An object, then its fields.
    F: (id: number, _: number, __: number, make: number, ___: number, destroy: number) => {
      const all: Field[] = [];
      fields = all;
      kinds.set(id, {
        toPage: (address) => {
          const value: Record<string, unknown> = {};
          for (const [, at, kind, , get, from] of all) {
            const name = nameAt(at);
            if (READ.includes(name)) value[name] = kindOf(kind).toPage(run(get, from, address));
          }
          run(destroy, address);
          return value;
        },
        toProgram: (value, after) => {
          const address = run(make);
          after.push(() => run(destroy, address));
          for (const [, at, , , , , kind, , set, to] of all) {
            const each = (value as Readonly<Record<string, unknown>>)[nameAt(at)];
            run(set, to, address, kindOf(kind).toProgram(each, after));
          }
          return address;
        },
      });
    },
    oa: (...field: Field) => fields.push(field),
    // The only class is the list of barcodes.
    la: (...values: number[]) => {
      freeList = values[12] ?? 0;
    },
    E: (_: number, ...call: Offer) => offer(...call),
    V: offer,
    // Creates a JavaScript value.
    I: (count: number, types: number, way: number) => {
      const [result = 0, ...inputs] = wordsAt(types, count);
      return (
        casts.push((target, values) => {
          const given = inputs.map((id, index) => {
            const kind = kindOf(id);
            const address = values + 8 * index;
            return kind.toPage(kind.isInPlace ? address : (wordsAt(address, 1)[0] ?? 0));
          });
          // 2: `new target(...)`. Otherwise the value itself.
          const made = way === 2 ? Reflect.construct(target as typeof Uint8Array, given) : given[0];
          return kindOf(result).toProgram(made, []);
        }) - 1
      );
    },
    H: (cast: number, target: number, _: number, __: number, values: number) =>
      casts[cast]?.(use(target, 0), values),
    // The program asks for two classes. Nothing reads values of the other one, `Uint8ClampedArray`.
    C: () => hold(Uint8Array),
    Q: (id: number) => use(id, 1),
    pa: (id: number) => use(id, -1),
  };
  const invoke = guarded(() => run);
  const others = WebAssembly.Module.imports(module).map(({ name }) => [
    name,
    UNUSED.includes(name) ? () => {} : invoke,
  ]);
  const imports = { a: { ...Object.fromEntries(others), ...named } };
  const instance = await WebAssembly.instantiate(module, imports);
  exports = instance.exports as unknown as Exports;
  exports.ra();
  return {
    malloc: exports.va,
    free: exports.ta,
    bytes,
    call: (name: string, ...values: unknown[]): unknown => offered.get(name)?.(...values),
    freeList: (list: number): number => run(freeList, list),
  };
}

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
export async function openZxing(code: ArrayBuffer): Promise<(purpose: ScanPurpose) => Decode> {
  const program = await start(code);
  return (purpose) => {
    const formats = symbologiesOf[purpose].map((each) => libraryNames[each]).join();
    return ({ data, width, height }, { triesTurnsAndSizes = false, hasOneThreshold }) => {
      const address = program.malloc(data.length);
      try {
        program.bytes().set(data, address);
        const list = program.call('readBarcodesFromPixmap', address, width, height, {
          formats,
          tryHarder: true,
          tryRotate: triesTurnsAndSizes,
          tryInvert: false,
          tryDownscale: triesTurnsAndSizes,
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
        }) as number;
        const found = Array.from({ length: program.call('size', list) as number }, (_, index) => {
          const each = program.call('get', list, index) as ReturnType<Decode>[number];
          return { ...each, symbology: symbologyOf(each.symbology) };
        });
        program.freeList(list);
        return found;
      } finally {
        program.free(address);
      }
    };
  };
}
