/** The longest time, in ms, that a test waits for a screen or for an element on it. */
export const SCREEN_PATIENCE_MS = 60_000;

/** `section`: a button in the list of a form's sections. */
export type Pressable = 'button' | 'link' | 'section';

/** An agent's actions on a phone, in any browser. Elements have the names that a person reads or hears. */
export interface Phone {
  /** Errors and warnings of the content security policy that pages have written to the console. */
  readonly complaints: readonly string[];

  switchOn(): Promise<void>;
  /** Loads a page by its path, as by the address bar. */
  open(path: string): Promise<void>;
  /** Goes back, as the phone's Back button does. */
  goBack(): Promise<void>;
  /**
   * Waits until the text is on the screen. `within`: the longest wait, in ms. A pattern is matched against the text with its line breaks.
   */
  sees(text: string | RegExp, within?: number): Promise<void>;
  /** Waits until the text is no longer on the screen. */
  seesNot(text: string): Promise<void>;
  press(name: string, kind?: Pressable): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  tick(label: string): Promise<void>;
  valueOf(label: string): Promise<string>;
  addFile(label: string, path: string): Promise<void>;
  /** Draws a line through the middle. */
  sign(label: string): Promise<void>;
  /** Runs a function in the page. The function cannot use anything else of its module. */
  run<Result, Argument = void>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  path(): Promise<string>;

  /** Ends the browser as the operating system does. The page can save nothing more. */
  kill(): Promise<void>;
  /** Ends the browser and deletes all its data. */
  remove(): Promise<void>;
}

export type PhoneOptions = Readonly<{
  width?: number;
  isDark?: boolean;
  /** True: every window is private. */
  isPrivate?: boolean;
  /** denied: no page may read the location. none: pages may ask, but no location is found. */
  location?: 'fix' | 'denied' | 'none';
  /** The part of the app that can write private files: the page itself, or only a worker, as in Safari before 26. */
  writesFiles?: 'itself' | 'byWorker';
}>;
