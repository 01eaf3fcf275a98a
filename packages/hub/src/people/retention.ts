/** Removes sessions whose time in their project is over. A project under a legal hold keeps them. */
import type { HubStore } from '../store/contract.ts';
import { retractOne } from './retract.ts';

const DAY = 86_400_000;

export async function removeOverdue(store: HubStore, now: number): Promise<number> {
  let removed = 0;
  for (const { no, policy } of await store.projects.list()) {
    if (policy.retentionDays === undefined || policy.hold === true) continue;
    for (const id of await store.overdue(no, now - policy.retentionDays * DAY)) {
      if ((await retractOne(store, id, { owner: null, by: 'retention' }, now)) === true) removed++;
    }
  }
  return removed;
}
