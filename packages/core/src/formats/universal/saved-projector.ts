/** Where telling goes on later: plain data without content, small whatever the length of the session. */
export interface SavedTurns {
  readonly open?: string;
  readonly native?: true;
  /** The last that were closed. */
  readonly closed: readonly string[];
}

export interface SavedProjector<Ref> {
  readonly time: string;
  /** When the agent last did something; absent in what earlier versions saved. */
  readonly worked?: string;
  readonly turns: SavedTurns;
  readonly spawned: readonly (readonly [string, string | null])[];
  readonly pending: readonly (readonly [string, Ref])[];
  readonly running: readonly (readonly [string, readonly { readonly ref: Ref; readonly parent?: string }[]])[];
  readonly end?: Ref;
  readonly failure?: Ref;
  /** What is being said, by source; absent in what earlier versions saved. */
  readonly speaking?: readonly (readonly [string, Spoken<Ref>])[];
}

/** A text that still grows, and how much of it was told. */
export interface Spoken<Ref> {
  readonly ref: Ref;
  readonly parent?: string;
  readonly told: number;
  /** When the last piece came. */
  readonly time?: string;
}
