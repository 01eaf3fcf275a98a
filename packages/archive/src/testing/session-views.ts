/** Views of one session from a store, as the server makes them. */
import type { PriceBook } from '@hansard/core';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Store } from '@hansard/core/store/store.ts';
import { outlineOf } from '@hansard/core/views/outline.ts';
import { sessionMap } from '@hansard/core/views/session-map.ts';
import { timeCosts } from '@hansard/core/views/time-costs.ts';
import { timelineOf } from '@hansard/core/views/timeline.ts';

type Viewed = Pick<Store, 'views'>;

export const mapIn = async ({ views }: Viewed, id: SessionId) =>
  sessionMap(await views.skeleton(id), await views.edits(id));

export const timelineIn = async ({ views }: Viewed, id: SessionId) => timelineOf([...(await views.skeleton(id))]);

export const costsIn = async ({ views }: Viewed, id: SessionId, prices: PriceBook) =>
  timeCosts(await views.skeleton(id), await views.usage(id), prices);

export const outlineIn = async ({ views }: Viewed, id: SessionId, prices: PriceBook) =>
  outlineOf({ skeleton: await views.skeleton(id), edits: await views.edits(id), usage: await views.usage(id) }, prices);

/** The id of the session with a native id. */
export async function idOf({ sessions }: Pick<Store, 'sessions'>, nativeId: string): Promise<SessionId> {
  const [id] = await sessions.find(nativeId);
  if (id === undefined) throw new Error(`there is no session ${nativeId}`);
  return id;
}
