import { readFileSync } from 'node:fs';

/** With `--help`: prints what stands at the top of the command's own file, and ends. */
export function answerHelp(file: string): void {
  if (!process.argv.includes('--help')) return;
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(file, 'utf8')) ?? [];
  console.log(comment.replace(/^\/\*\*\s?|\s*\*\/$|^ \* ?/gm, '').trim());
  process.exit(0);
}
