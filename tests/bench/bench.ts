/** The parts that every bench needs. */
export type Stage = Readonly<{
  /** Folder of the built app, with the bench's own pages beside it. */
  dist: string;
  /** `usual` rounds, or `many` where the command was called with --full. */
  rounds: (usual: number, many: number) => number;
  /** Lines of the report. */
  say: (line?: string) => void;
}>;

export type TestSession = Readonly<{
  name: string;
  title: string;
  /** It measures no page, so that neither app nor browser is needed. */
  isOfServer?: true;
  run: (stage: Stage) => Promise<void>;
}>;
