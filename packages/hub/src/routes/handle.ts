/** What handlers of a hub's routes have in common. */
import { type AnyCall, type App, Refusal } from '@hansard/server/frame';
import { NotTaken } from '../accept/problems.ts';
import type { Hub } from '../hub.ts';
import type { HubMetrics } from '../operations/metrics.ts';
import type { Key } from '../store/contract.ts';

/** With the server as who asks sees it. */
export type HubCall = AnyCall & { readonly app: App };

export type Handle = (hub: Hub, call: HubCall, key: Key, metrics: HubMetrics) => unknown;

/** Where sessions go that name no project. */
export const DEFAULT = 'default';

export const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

export const notThere = (id: string): Refusal =>
  new Refusal('not-found', `There is no ${id.slice(0, 80)} that this key may see.`);

export const notFor = ({ role }: Key, what: string): NotTaken =>
  new NotTaken('not-for-this-key', `A key of the role ${role} may not ${what}.`);
