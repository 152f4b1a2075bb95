import { readFileSync } from 'node:fs';

/** If the command was called with `--help`, prints the comment at the top of the command's file, and ends. */
export function answerHelp(file: string): void {
  if (!process.argv.includes('--help')) return;
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(file, 'utf8')) ?? [];
  console.log(comment.replace(/^\/\*\*\s?|\s*\*\/$|^ \* ?/gm, '').trim());
  process.exit(0);
}
