/** How the mock speaks: what its script says, whatever the protocol. */
export interface Prompt {
  readonly id: string;
  readonly text: string;
  readonly attachments?: readonly unknown[];
}

export interface MockQuestion {
  readonly prompt: string;
  readonly options: readonly string[];
}

export type TurnEnd = 'completed' | 'interrupted' | 'failed';

export interface Voice {
  turnStarted(turn: string): Promise<void>;
  turnEnded(turn: string, end: TurnEnd): Promise<void>;
  /** Says something in pieces. */
  says(kind: 'text' | 'reasoning', pieces: Iterable<string>): Promise<void>;
  calls(name: string, input: object): Promise<string>;
  returns(
    call: string,
    result: { status: 'ok' | 'error' | 'denied'; output: string; exitCode?: number },
  ): Promise<void>;
  edits(call: string, file: { path: string; diff: string }): Promise<void>;
  status(label: string, detail: string): Promise<void>;
  image(): Promise<void>;
  unknown(): Promise<void>;
  unparsed(): Promise<void>;
  error(message: string): Promise<void>;
  end(): Promise<void>;
  /** `undefined`: nobody answers any more. */
  asksPermission(call: string, action: string, details: object): Promise<'once' | 'reject' | undefined>;
  asks(questions: readonly MockQuestion[]): Promise<readonly (readonly string[])[] | undefined>;
}

/** What the script is told from outside. */
export interface Listener {
  prompt(prompt: Prompt): void;
  interrupt(): void;
  /** Nothing more will be said to it. */
  ended(): void;
}
