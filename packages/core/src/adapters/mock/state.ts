/** What reading the mock's lines remembers. */
import type { Recent } from '../../reading/recent.ts';

export interface State {
  session?: string;
  turn?: string;
  /** Event of the last prompt. */
  prompt?: string;
  model?: string;
  variant?: string;
  /** Events of calls, by the id of the call. */
  calls: Recent<{ readonly event: string; readonly name: string; readonly kind: string }>;
  /** Events that ask, by the id of the request; a request with several questions has one for each. */
  asked: Recent<{ readonly kind: 'permission' | 'question'; readonly events: readonly string[] }>;
}

export const LIMITS = { calls: 64, asked: 32, questions: 8 } as const;

export const initialState = (): State => ({ calls: [], asked: [] });
