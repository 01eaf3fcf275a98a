/** What reading a live stream remembers beside what reading a document does. */
import { beginReading, type ReadingState } from './state.ts';

export interface StreamState extends ReadingState {
  agent?: string;
  /** Events whose words still grow. */
  open: { text?: string; reasoning?: string };
  /** Events with numbers: the model behind them is told at the end. */
  used: string[];
}

export const beginStream = (): StreamState => ({ ...beginReading(), open: {}, used: [] });
