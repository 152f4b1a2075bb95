import type { Trace } from './trace.ts';

/** A page or worker from its start to its end. A restart is a new actor. The pending tasks of a dead actor are removed. */
export class Actor {
  readonly name: string;
  readonly kind: 'page' | 'worker';
  alive = true;
  /** The actor's tasks do not run before these ticks. */
  frozenUntil = 0;

  constructor(name: string, kind: 'page' | 'worker') {
    this.name = name;
    this.kind = kind;
  }
}

export interface Task {
  readonly at: number;
  /** Null: the world outside the device. */
  readonly actor: Actor | null;
  readonly label: string;
  readonly run: () => unknown;
}

/**
 * One thread in virtual time. All code that waits for a port continues in a task. The seed chooses which due task runs next. Time passes
 * only between tasks.
 */
export class Scheduler {
  #ticks = 0;
  #tasks: Task[] = [];
  readonly #random: () => number;
  readonly #trace: Trace;

  constructor(random: () => number, trace: Trace) {
    this.#random = random;
    this.#trace = trace;
  }

  get ticks(): number {
    return this.#ticks;
  }

  add(actor: Actor | null, label: string, delay: number, run: () => unknown): Task {
    const task: Task = { at: this.#ticks + Math.max(0, delay), actor, label, run };
    if (actor === null || actor.alive) this.#tasks.push(task);
    return task;
  }

  cancel(task: Task): void {
    const index = this.#tasks.indexOf(task);
    if (index >= 0) this.#removeAt(index);
  }

  cancelAll(matches: (task: Task) => boolean): void {
    this.#tasks = this.#tasks.filter((task) => !matches(task));
  }

  kill(actor: Actor): void {
    actor.alive = false;
    this.cancelAll((task) => task.actor === actor);
  }

  has(matches: (task: Task) => boolean): boolean {
    return this.#tasks.some(matches);
  }

  /** Runs one task, and all code that follows without a port. Returns false if no task is left. */
  async step(): Promise<boolean> {
    let ready = this.#ready();
    if (ready.count === 0) {
      if (this.#tasks.length === 0) return false;
      this.#ticks = ready.earliest;
      ready = this.#ready();
    }
    const task = this.#take(Math.floor(this.#random() * ready.count));
    this.#ticks += 1;
    this.#trace.note(this.#ticks, task.label);
    const running = task.run();
    if (running instanceof Promise) await running;
    // Resolves when all promise callbacks have run, without a turn of the event loop.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    return true;
  }

  #ready(): { count: number; earliest: number } {
    let count = 0;
    let earliest = Number.POSITIVE_INFINITY;
    for (const task of this.#tasks) {
      const at = dueOf(task);
      if (at <= this.#ticks) count += 1;
      if (at < earliest) earliest = at;
    }
    return { count, earliest };
  }

  #take(nth: number): Task {
    let left = nth;
    for (let index = 0; index < this.#tasks.length; index += 1) {
      const task = this.#tasks[index];
      if (task === undefined || dueOf(task) > this.#ticks) continue;
      if (left === 0) {
        this.#removeAt(index);
        return task;
      }
      left -= 1;
    }
    throw new Error('The scheduler lost count of its tasks.');
  }

  #removeAt(index: number): void {
    const last = this.#tasks.pop();
    if (last !== undefined && index < this.#tasks.length) this.#tasks[index] = last;
  }
}

const dueOf = (task: Task): number =>
  task.actor === null ? task.at : Math.max(task.at, task.actor.frozenUntil);
