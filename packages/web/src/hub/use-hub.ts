/** Who asks, where the page is a hub's; undefined elsewhere. */
import type { Status } from '@hansard/client';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';

export type HubUser = NonNullable<Status['hub']>;

export function useHub(): HubUser | undefined {
  return useAnswer('status', (signal) => api.status({ signal })).data?.hub;
}

/** Others see no session at all: lists, search and statistics would be empty for them. */
export const seesSessions = ({ role }: HubUser): boolean => ['submitter', 'reader', 'guest'].includes(role);
