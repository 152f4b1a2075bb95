import type { SubmissionId } from '../../src/domain/ids.ts';
import { SENTINEL_FOLDER } from '../../src/store/db/stored-names.ts';
import { peppersOf } from '../../src/store/format/agent-row.ts';
import type { Case } from './case.ts';
import type { Seen } from './oracle.ts';
import { Violation } from './violation.ts';

const manifest = 'submission.json';

/** The secrets and the agent that one row, or one copy, needs. */
type Needs = Readonly<{ secrets: readonly string[]; agent: string | undefined }>;

const noNeeds: Needs = { secrets: [], agent: undefined };

/** Checks that each needed secret exists, and that secrets without a use are deleted. */
export class SecretChecks {
  readonly #seen: Seen;
  /** A cache, by a row's keys or a copy's text. Most steps change neither. */
  readonly #needsIn = new Map<unknown, Needs>();
  /** By submission: all secrets that it ever needed. */
  readonly #everOf = new Map<SubmissionId, Set<string>>();
  readonly #peppersIn = new Map<string, readonly string[]>();
  /** By agent: all secrets that the agent's key slots ever needed. */
  readonly #everOfWays = new Map<string, Set<string>>();
  #agentsSeen = '';

  constructor(seen: Seen) {
    this.#seen = seen;
  }

  /** Records the secrets of all key slots that ever existed. The check at the end needs the secrets of replaced slots. */
  seeAgents(): void {
    const agents = [...this.#seen.disk.agents.values()];
    const peppers = agents.flatMap(peppersOf).join();
    if (peppers === this.#agentsSeen) return;
    this.#agentsSeen = peppers;
    for (const agent of agents) {
      const ever = this.#everOfWays.get(agent.id) ?? new Set();
      for (const pepper of peppersOf(agent)) ever.add(pepper);
      this.#everOfWays.set(agent.id, ever);
    }
  }

  /** Checks that a storage has each secret that an undelivered row or its copy needs. A wipe would restore the copy. */
  afterStep({ id, number }: Case): void {
    const { disk, storages, secondCopy } = this.#seen;
    const row = disk.submissions.get(id);
    const { isCopyUnreadable } = this.#seen;
    const copy = number === 1 && isCopyUnreadable ? undefined : secondCopy.get(id)?.get(manifest);
    const needs = [
      row?.keys === undefined ? noNeeds : this.#needsOf(id, row.keys, row),
      typeof copy === 'string' ? this.#needsOf(id, copy, copy) : noNeeds,
    ];
    for (const { agent, secrets } of needs)
      if (![...secrets, ...this.#peppersOf(agent)].every((name) => storages.has(name)))
        throw new Violation('S2', `submission ${number} needs a secret that no storage has`);
  }

  #needsOf(id: SubmissionId, written: unknown, from: unknown): Needs {
    const known = this.#needsIn.get(written);
    if (known !== undefined) return known;
    const text = typeof from === 'string' ? from : JSON.stringify(from);
    const secrets = namesIn(text, /"(?:p|name)":"(secret-\d+)"/g);
    const [agent] = namesIn(text, /"agent":"([^"]+)"/g);
    const ever = this.#everOf.get(id) ?? new Set();
    for (const name of secrets) ever.add(name);
    this.#everOf.set(id, ever);
    const needs: Needs = { secrets, agent };
    this.#needsIn.set(written, needs);
    return needs;
  }

  /** The peppers of the agent's key slots, in the row and in the copy that a wipe would restore. */
  #peppersOf(agent: string | undefined): readonly string[] {
    if (agent === undefined) return [];
    const { disk, secondCopy } = this.#seen;
    const row = disk.agents.get(agent);
    const copy = secondCopy.get(SENTINEL_FOLDER)?.get(`agent-${agent}.json`);
    return [
      ...(row === undefined ? [] : peppersOf(row)),
      ...(typeof copy === 'string' ? this.#peppersInCopy(copy) : []),
    ];
  }

  #peppersInCopy(copy: string): readonly string[] {
    const known = this.#peppersIn.get(copy);
    if (known !== undefined) return known;
    const peppers = namesIn(copy, /"pepper":"(secret-\d+)"/g);
    this.#peppersIn.set(copy, peppers);
    return peppers;
  }

  /**
   * Called after the last faults, and after two starts a day apart.
   * @param knowsAllCopies true if every copy can be read. If false, the app deletes nothing, because a copy may name any secret.
   */
  atEnd(cases: readonly Case[], knowsAllCopies: boolean): void {
    const { disk, storages } = this.#seen;
    const lying = new Set([...storages.first.keys(), ...storages.second.keys()]);
    const needed = new Set(
      [...disk.secretNames.values()].flatMap(({ name, state }) =>
        state === 'spare' ? [name] : [],
      ),
    );
    for (const agent of disk.agents.values())
      for (const pepper of peppersOf(agent)) needed.add(pepper);
    for (const { id, number } of cases) {
      const row = disk.submissions.get(id);
      if (row === undefined) continue;
      if (row.status !== 'queued' && disk.submission(id)?.keys?.q !== undefined)
        throw new Violation(
          'S3',
          `submission ${number} needs a person, and the worker can still decrypt it`,
        );
      if (row.keys === undefined) continue;
      for (const name of this.#needsOf(id, row.keys, row).secrets) needed.add(name);
    }
    if (!knowsAllCopies) return;
    // If an agent's row and copy are lost, nothing shows which secrets the agent used.
    const ofWays = [...disk.agents.keys()].flatMap((id) => [...(this.#everOfWays.get(id) ?? [])]);
    if (ofWays.some((name) => lying.has(name) && !needed.has(name)))
      throw new Violation('S3', 'the secret of a way that was replaced is still there');
    // If a wipe removed the only agent, the phone is like a new one. Without locks, it cleans up no secrets before its next form.
    if (!this.#seen.locksExclude && disk.agents.size === 0) return;
    // A draft that a wipe removed before its first copy is neither delivered nor deleted. Its secret is an unknown secret.
    const ended = cases.filter(({ removal, wasDelivered }) => wasDelivered || removal === 'done');
    for (const { id, number } of ended)
      if ([...(this.#everOf.get(id) ?? [])].some((name) => lying.has(name) && !needed.has(name)))
        throw new Violation(
          'S3',
          `a secret of submission ${number} is there, and nothing needs it`,
        );
    // If the phone has no form, an unknown secret that was never used may stay until the next form.
    const hasForms = cases.some(({ id }) => disk.submissions.get(id)?.keys !== undefined);
    const isUnknown = (name: string): boolean => !needed.has(name);
    if (hasForms && this.#seen.hasSecondCopy && [...lying].some(isUnknown))
      throw new Violation('S3', 'an unknown secret is stored');
  }
}

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);
