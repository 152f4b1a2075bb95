/** The tools that every bench gets. */
export type Stage = Readonly<{
  /** The folder of the built app. The bench's own pages are in it, too. */
  dist: string;
  /** Returns `usual`, or `many` if the command was called with --full. */
  rounds: (usual: number, many: number) => number;
  /** Adds a line to the report. */
  say: (line?: string) => void;
}>;

export type Bench = Readonly<{
  name: string;
  title: string;
  /** True if the bench measures no page and needs neither app nor browser. */
  isOfServer?: true;
  run: (stage: Stage) => Promise<void>;
}>;
