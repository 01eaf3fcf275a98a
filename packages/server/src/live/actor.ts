/** Who asks for something to be done: it is recorded with what was done. */
import type { Actor } from '@hansard/core/store/live.ts';
import type { Call } from '../handler.ts';

export const actorOf = ({ principal, request }: Pick<Call<'live-create'>, 'principal' | 'request'>): Actor => ({
  by: principal.id,
  via: request.headers.authorization === undefined ? 'page' : 'api',
});
