/** The suite that every store passes: the same questions, the same answers. */
import { describe } from 'vitest';
import { changesContract } from './changes.ts';
import { eventsContract } from './events.ts';
import type { OpenHarness } from './harness.ts';
import { journalContract } from './journal.ts';
import { numbersContract } from './numbers.ts';
import { runsContract } from './runs.ts';
import { searchContract } from './search.ts';
import { sessionsContract } from './sessions.ts';
import { universalContract } from './universal.ts';
import { viewsContract } from './views.ts';

export type { OpenHarness, StoreHarness, SuiteSession } from './harness.ts';

export function storeContract(name: string, open: OpenHarness): void {
  describe(`${name} keeps the contract of stores:`, () => {
    sessionsContract(open);
    eventsContract(open);
    universalContract(open);
    searchContract(open);
    numbersContract(open);
    viewsContract(open);
    changesContract(open);
    journalContract(open);
    runsContract(open);
  });
}
