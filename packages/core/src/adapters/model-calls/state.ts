/** What reading remembers between entries: plain JSON, bounded whatever the length of the session. */
import { type Briefing, newBriefing } from '../../reading/briefing.ts';
import type { Recent } from '../../reading/recent.ts';

export interface State {
  /** The first thread of each agent: what is on another is a branch. */
  threads: Recent<string>;
  /** Calls that wait for their result: the event of each, and its tool. */
  calls: Recent<{ event: string; name: string }>;
  briefing: Briefing;
  named?: boolean;
}

export const LIMITS = { threads: 100, calls: 200 };

export const beginState = (): State => ({ threads: [], calls: [], briefing: newBriefing() });
