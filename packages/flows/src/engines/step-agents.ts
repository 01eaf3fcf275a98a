/** What engines ask of whoever runs agents: in this process, or in a server that runs already. */
import type { LiveCreate, LiveCreated, LiveSession, PendingItem } from '@hansard/core/api/live.ts';
import type { Store } from '@hansard/core/store/store.ts';

export interface StepAgents {
  /** Where what agents say can be read. */
  readonly store: Pick<Store, 'events' | 'universal' | 'changes'>;
  create(id: string, session: LiveCreate): Promise<LiveCreated>;
  /** Undefined when no session of that id was ever run here. */
  find(id: string): Promise<LiveSession | undefined>;
  send(id: string, message: string): Promise<void>;
  pending(): Promise<readonly PendingItem[]>;
  /** Says no to what an agent asks. */
  refuse(item: PendingItem): Promise<void>;
  /** Done when nothing of it runs any more, and everything that it said can be read. */
  terminate(id: string): Promise<void>;
}
