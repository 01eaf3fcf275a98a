/** How a process is known again after a restart of ours. */
export interface ProcessNote {
  readonly pid: number;
  /** When it began, as the system counts; null where that cannot be told. */
  readonly start: string | null;
}
