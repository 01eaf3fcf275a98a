/** What erases sessions for good: injected where that is on. */
import type { SessionId } from './sessions.ts';

export interface SessionErasing {
  /**
   * All of them or none: fails with `shares-file` for a session that lies in one file with others, unless that is a wire.
   * Agents' own files stay, and are left out from then on.
   */
  erase(sessions: readonly SessionId[], now: string): Promise<ErasedSessions>;
}

export interface ErasedSessions {
  /** Why parts of them may still be found in the bytes of the archive or of a backup; null when nothing is left. */
  readonly unfinished: string | null;
}
