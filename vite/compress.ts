import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.wasm']);
/** In bytes. Compressing a smaller file saves nothing. */
const WORTH_IT = 256;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_IT) return;
  const [br, gz] = await Promise.all([
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Writes `.br` and `.gz` beside each text file and program, so that the server does not compress at run time. */
export function compress(): Plugin {
  let config: ResolvedConfig;
  let hasFailed = false;
  return {
    name: 'veld-compress',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved;
    },
    buildEnd: (error) => {
      hasFailed = error !== undefined;
    },
    closeBundle: {
      // Runs after the worker and the manifest are written.
      order: 'post',
      sequential: true,
      handler: async () => {
        if (hasFailed) return;
        const folder = resolve(config.root, config.build.outDir);
        const names = await readdir(folder, { recursive: true });
        const files = names.filter((name) => COMPRESSED.has(extname(name)));
        await Promise.all(files.map((name) => compressFile(join(folder, name))));
      },
    },
  };
}
