/** The suite of stores on a hub: sessions are added as a client sends them, whole, each time as the next generation. */
import type { EventDraft, SessionFacts } from '@hansard/core/adapters/contract.ts';
import { assembleOne } from '@hansard/core/reading/transcripts.ts';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { rootOf } from '@hansard/core/segments/root.ts';
import { plainMatcher } from '@hansard/core/testing/plain-matcher.ts';
import { readOf } from '@hansard/core/testing/reads.ts';
import type { StoreHarness } from '@hansard/core/testing/store-contract/index.ts';
import { checkSegment } from '../accept/check-segment.ts';
import { sha256 } from '../digest.ts';
import { makeKey } from '../keys/make-key.ts';
import { HubReading } from '../reading/hub-reading.ts';
import type { HubStore } from '../store/contract.ts';
import { fakeReceipt } from './samples.ts';

const NOW = '2026-09-01T00:00:00.000Z';

export async function readingHarness(store: HubStore): Promise<StoreHarness> {
  const reading = new HubReading(store, plainMatcher);
  const { keyId } = await makeKey(store, { role: 'submitter' }, 0);
  const key = (await store.keys.byId(keyId))?.no as number;
  const { no: project } = await store.projects.named('default');
  const logs = new Map<string, { facts: SessionFacts; events: EventDraft[]; generation: number }>();
  return {
    store: reading.storeFor({ sight: { all: true } }),
    add: async (sessions) => {
      for (const [nativeId, { facts, events }] of Object.entries(sessions)) {
        const log = logs.get(nativeId) ?? { facts: { nativeId, ...facts }, events: [], generation: 0 };
        logs.set(nativeId, log);
        log.events.push(...events.map((event, n) => ({ id: `${nativeId}-${n}`, type: 'user_message', ...event })));
        const reads = [readOf(nativeId, log.facts, structuredClone(log.events))];
        const { events: all, ...rest } = assembleOne(reads, { now: NOW, digest: sha256 });
        const head = { ...rest, session: { ...rest.session, generation: ++log.generation } };
        const segments = cutSegments(all, sha256);
        const given = segments.flatMap((segment) => checkSegment(segment, 'all').segment ?? []);
        const hashes = segments.map(({ hash }) => hash);
        const root = rootOf(head, hashes, sha256);
        const generation = { head, root, segments: hashes, given, project, at: Date.parse(NOW), scan: 'all' } as const;
        const outcome = await store.accept(key, generation, fakeReceipt);
        if (!('receipt' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
      }
    },
    erase: async (session) => {
      await store.retract(session, null, Date.parse(NOW), () => ({ kind: 'retract', data: '{}' }));
    },
    close: async () => {
      reading.close();
      await store.close();
    },
  };
}
