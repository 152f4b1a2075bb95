/** Records everything that happened, in order, as a hash. Keeps the newest entries as text, if wanted. */
export class Trace {
  #one = 0x811c9dc5;
  #other = 0x2f0b4c47;
  #count = 0;
  readonly #kept: string[] = [];
  readonly #keep: number;

  /** @param keep how many of the newest entries to keep as text */
  constructor(keep: number) {
    this.#keep = keep;
  }

  note(ticks: number, text: string): void {
    this.#count += 1;
    let one = Math.imul(this.#one ^ Math.round(ticks), 0x01000193);
    let other = this.#other;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
    }
    this.#one = one;
    this.#other = other;
    if (this.#keep === 0) return;
    this.#kept.push(`${(ticks / 1000).toFixed(3).padStart(12)} s  ${text}`);
    if (this.#kept.length > this.#keep) this.#kept.shift();
  }

  get count(): number {
    return this.#count;
  }

  get hash(): string {
    const hex = (part: number): string => (part >>> 0).toString(16).padStart(8, '0');
    return `${hex(this.#one)}${hex(this.#other)}-${this.#count}`;
  }

  get tail(): readonly string[] {
    return this.#kept;
  }
}
