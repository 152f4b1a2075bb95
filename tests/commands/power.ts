/**
 * `npm run power -- [--disk btrfs|ext4|xfs] [--cuts N] [--seed S]`: phones send to a server on a disk, and the power goes N times.
 * After each loss the next start must have every acknowledged call once.
 * `--case backup|erase|expire|removals|burst|slow|piece|upgrade|first|rotate`: plays one case N times instead. `--case phone`:
 * Chromium's profile is on the disk, and the power goes as soon as the screen says 'Waiting to send' or 'Saved'. Needs root, /dev/fuse
 * and loop devices. Ends with 1 if anything was lost, is stored twice, came back or was refused. The seed fixes the calls of the
 * phones and the lost writes, but not the moment of the cut.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { phoneLosses } from '../chaos/phone-power.ts';
import { type FileSystem, fileSystems, whyNoCutDisk } from '../server/support/power/cut-disk.ts';
import { describeFault, type Fault } from '../server/support/power/fault.ts';
import { type CaseName, playCase, powerCases } from '../server/support/power/power-cases.ts';
import { powerLosses } from '../server/support/power/power-losses.ts';
import { buildApp } from '../support/app/built-app.ts';
import { findOrInstallChromium } from './engines.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const { values } = parseArgs({
  options: {
    disk: { type: 'string', default: '' },
    cuts: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    case: { type: 'string', default: '' },
  },
});

const isFileSystem = (name: string): name is FileSystem =>
  fileSystems.some((known) => known === name);
const isCase = (name: string): name is CaseName => Object.hasOwn(powerCases, name);

function chosen<T extends string>(name: string, is: (name: string) => name is T): T {
  if (is(name)) return name;
  console.log(`There is no '${name}'. See npm run power -- --help.`);
  process.exit(2);
}

const isPhone = values.case === 'phone';
// Phones have ext4 or f2fs. On a server's disk, cuts find most faults with btrfs.
const disk = chosen(values.disk || (isPhone ? 'ext4' : 'btrfs'), isFileSystem);
const seed = Number(values.seed);
const why = whyNoCutDisk(disk);
if (why !== null) {
  console.log(why);
  process.exit(0);
}

const MAX_SHOWN = 5;
let failures = 0;

function tell(what: string, from: number, faults: readonly Fault[]): void {
  if (faults.length > 0) failures += 1;
  console.log(
    `${faults.length === 0 ? '✓' : '✗'} ${what}, ${((Date.now() - from) / 1000).toFixed(1)} s`,
  );
  for (const fault of faults.slice(0, MAX_SHOWN)) console.log(`    ${describeFault(fault)}`);
}

if (isPhone) await phone(Number(values.cuts || 20));
else if (values.case === '') await ordinary(Number(values.cuts || 60));
else await cases(chosen(values.case, isCase), Number(values.cuts || 1));
process.exitCode = failures === 0 ? 0 : 1;

async function cases(name: CaseName, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const from = Date.now();
    tell(`${name} on ${disk}, seed ${seed + n}`, from, await playCase(name, disk, seed + n));
  }
  console.log(`${times} tries of ${name} on ${disk}, ${failures} with a fault`);
}

async function ordinary(cuts: number): Promise<void> {
  const total = { acknowledged: 0, finished: 0, repeated: 0, aside: 0 };
  const unflushed = { kept: 0, gone: 0, torn: 0 };
  const faults: Fault[] = [];
  let from = Date.now();
  let cut = 0;
  for await (const loss of powerLosses(disk, seed)) {
    cut += 1;
    for (const key of ['acknowledged', 'finished', 'repeated', 'aside'] as const)
      total[key] += loss[key];
    for (const key of ['kept', 'gone', 'torn'] as const) unflushed[key] += loss.unflushed[key];
    faults.push(...loss.faults);
    tell(`cut ${cut} on ${disk}: ${loss.acknowledged} answers before it`, from, loss.faults);
    from = Date.now();
    if (cut >= cuts) break;
  }
  const count = (kind: Fault['kind']) => faults.filter((fault) => fault.kind === kind).length;
  console.log(
    `${cut} power losses on ${disk}: ${total.acknowledged} answers acknowledged, ${total.finished} calls finished after a cut, ` +
      `${total.repeated} answers asked for again, ${total.aside} files put aside; of the writes between two flushes ` +
      `${unflushed.kept} stayed, ${unflushed.gone} went, ${unflushed.torn} were torn. ` +
      `${count('lost')} lost, ${count('doubled')} doubled, ${count('refused')} refused, ${count('back')} came back`,
  );
}

async function phone(cuts: number): Promise<void> {
  process.env['CHROMIUM_PATH'] = findOrInstallChromium();
  const scratch = mkdtempSync(join(tmpdir(), 'veld-power-'));
  const dist = join(scratch, 'dist');
  buildApp(dist);
  const lost = new Map<string, number>();
  const tried = new Map<string, number>();
  let cut = 0;
  for (let n = 0; cut < cuts; n += 1) {
    let from = Date.now();
    for await (const { said, isFirstUse, faults } of phoneLosses(disk, seed + n, dist)) {
      cut += 1;
      const what = `${said}, ${isFirstUse ? 'first use' : 'later'}`;
      tried.set(what, (tried.get(what) ?? 0) + 1);
      if (faults.length > 0) lost.set(what, (lost.get(what) ?? 0) + 1);
      tell(`cut ${cut} of a phone on ${disk}, seed ${seed + n}: ${what}`, from, faults);
      from = Date.now();
      if (cut >= cuts) break;
    }
  }
  rmSync(scratch, { recursive: true, force: true });
  for (const [what, count] of tried)
    console.log(`${what}: ${count} power losses, ${lost.get(what) ?? 0} with a fault`);
}
