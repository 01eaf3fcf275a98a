/** What takes sessions in that do not come from an agent's own files: injected where that is on. */
import type { SessionId } from './sessions.ts';

export interface DocumentIntake {
  /** A document in a format that is read (`sample.transcript.json`). Gives the sessions in it; fails when there are none. */
  add(name: string, document: string, now: string): Promise<readonly SessionId[]>;
}
