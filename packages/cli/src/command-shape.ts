/** How a command is declared: help, completions and documentation come from this. */

export interface OptionSpec {
  /** Long name without dashes. */
  readonly name: string;
  readonly short?: string;
  /** A second long name that means the same. */
  readonly also?: string;
  /** Name of the value, e.g. FILE; without one the option is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly integer?: boolean;
  /** It may be given several times, with another value each. */
  readonly repeats?: boolean;
  readonly completes?: Completes;
  readonly description: string;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  /** The last argument only: it may be given several times. */
  readonly repeats?: boolean;
  /** Words that begin with a minus belong to it, unless they are options. */
  readonly minus?: boolean;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
}

/** What a value can be completed with, beside fixed choices. */
export type Completes = 'file' | 'agent' | 'setting' | 'command';

export interface Example {
  readonly does: string;
  readonly line: string;
}

export interface CommandShape {
  readonly name: string;
  /** Other names that people type for it. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** A paragraph or two; wrapped when shown. */
  readonly description: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly Example[];
  /** It removes data for good, so it is never offered as the correction of a typing mistake. */
  readonly removes?: true;
  /**
   * Whether transcripts can leave the machine by it. `never`: what it prints or writes is for the user here, and
   * faithful. `gated`: they can, and everything goes through the privacy gate. A test demands one of them of every command.
   */
  readonly leaves?: 'never' | 'gated';
}

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { name: 'help', short: 'h', description: 'Explain the command and stop.' },
  { name: 'version', short: 'V', description: 'Print the version and stop.' },
  { name: 'color', value: 'WHEN', choices: ['auto', 'always', 'never'], description: 'Use colours.' },
  { name: 'config', value: 'FILE', completes: 'file', description: 'Read settings from this file instead.' },
];

export const EXIT_STATUS = [
  ['0', 'everything was done'],
  ['1', 'done, but there were problems in the input'],
  ['2', 'it could not be done'],
] as const;
