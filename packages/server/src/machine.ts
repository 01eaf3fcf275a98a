/** The machine that a server runs on, beside the agents: their files, and what keeps up with them. */
export interface Machine {
  /** The folder that sessions are kept in. */
  readonly home: string;
  /** How many inputs of sessions there are, by agent. Looking takes its time. */
  filesFound(): Promise<ReadonlyMap<string, number>>;
  /** Keeps up with the agents' files; without it nothing does while the server runs. */
  readonly sync?: SyncState | undefined;
}

export interface SyncState {
  /** What is being read now. */
  readonly progress: { readonly files: number; readonly done: number } | null;
  /** Reads what is new, then goes on with what comes; done when the first reading is. */
  begin(): Promise<unknown>;
  /** `cut-off`: it was still at work on the first reading, and goes on until the process ends. */
  close(): Promise<'done' | 'cut-off'>;
}
