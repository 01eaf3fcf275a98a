/** What the doctor found: what it is about, whether somebody has to do something, and what. */
export type Level = 'fine' | 'note' | 'attention';

export interface Finding {
  /** Stable name of the check. */
  readonly check: string;
  readonly level: Level;
  readonly message: string;
  /** What to do; none where all is well. */
  readonly remedy?: string;
  /** A few examples. */
  readonly details?: readonly string[];
  readonly count?: number;
}

/** Examples of a finding. */
export const MAX_DETAILS = 5;

/** `1 session`, `2 sessions` */
export function count(number: number, word: string): string {
  return `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;
}
