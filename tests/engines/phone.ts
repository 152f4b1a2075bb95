/** How long a screen may take to show something, and a thing on it to be there. */
export const SCREEN_PATIENCE_MS = 60_000;

/** `section`: in the list of a form's sections. */
export type Pressable = 'button' | 'link' | 'section';

/** An agent's actions on a phone, in any browser. Elements have the names that a person reads or hears. */
export interface Phone {
  /** Errors and warnings of the content security policy that pages have written to the console. */
  readonly complaints: readonly string[];

  switchOn(): Promise<void>;
  /** Loads a page by its path, as by the address bar. */
  open(path: string): Promise<void>;
  /** 'Back', as the phone's button does. */
  goBack(): Promise<void>;
  /** Waits until it is on the screen. `within`: ms, where it may take longer than usual. A pattern sees each line as one. */
  sees(text: string | RegExp, within?: number): Promise<void>;
  /** Waits until the text is on the screen no more. */
  seesNot(text: string): Promise<void>;
  press(name: string, kind?: Pressable): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  tick(label: string): Promise<void>;
  valueOf(label: string): Promise<string>;
  addFile(label: string, path: string): Promise<void>;
  /** Draws a line through the middle. */
  sign(label: string): Promise<void>;
  /** Runs a function in the page. It can use nothing of its own module. */
  run<Result, Argument = void>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  path(): Promise<string>;

  /** Ends the browser as the operating system does: nothing can be saved. */
  kill(): Promise<void>;
  /** Takes the phone and all that is on it away. */
  remove(): Promise<void>;
}

export type PhoneOptions = Readonly<{
  width?: number;
  isDark?: boolean;
  /** Every window of it is a private one. */
  isPrivate?: boolean;
  /** denied: no page may ask for it. none: pages may ask, and it is never found. */
  location?: 'fix' | 'denied' | 'none';
  /** How its browser lets pages write private files: themselves, or by a worker alone, as Safari before 26. */
  writesFiles?: 'itself' | 'byWorker';
}>;
