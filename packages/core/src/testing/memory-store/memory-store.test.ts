/** The store in memory passes the suite of stores. */
import type { EventDraft, SessionFacts } from '../../adapters/contract.ts';
import { assembleOne } from '../../reading/transcripts.ts';
import { sha256 } from '../fixtures.ts';
import { readOf } from '../reads.ts';
import { storeContract } from '../store-contract/index.ts';
import { MemoryStore } from './memory-store.ts';

const NOW = '2026-09-01T00:00:00.000Z';

storeContract('the store in memory', async () => {
  const store = new MemoryStore();
  const logs = new Map<string, { facts: SessionFacts; events: EventDraft[] }>();
  return {
    store,
    add: async (sessions) => {
      for (const [nativeId, { facts, events }] of Object.entries(sessions)) {
        const log = logs.get(nativeId) ?? { facts: { nativeId, ...facts }, events: [] };
        logs.set(nativeId, log);
        log.events.push(...events.map((event, n) => ({ id: `${nativeId}-${n}`, type: 'user_message', ...event })));
        const reads = [readOf(nativeId, log.facts, structuredClone(log.events))];
        store.put(assembleOne(reads, { now: NOW, digest: sha256 }));
      }
    },
    addRuns: async (base, runs) => {
      for (const [name, files] of Object.entries(runs)) store.runs.put(base, name, files);
    },
    erase: async (session) => store.erase(session),
    close: async () => {},
  };
});
