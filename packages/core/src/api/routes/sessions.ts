/** Routes about sessions, and views of one. */
import Type from 'typebox';
import { Erasure, NewErasure } from '../erasures.ts';
import { limit, oneOf } from '../fields.ts';
import { type Route, route } from '../route.ts';
import { SessionDetail, SessionList } from '../session.ts';
import { FindResult, Outline, SessionChanges, SessionMap, Timeline } from '../views.ts';
import { cursor, query, SessionParams } from './parameters.ts';

const view = {
  method: 'GET',
  tag: 'sessions',
  params: SessionParams,
  media: 'json',
  scope: 'read',
  leaves: 'gated',
} as const satisfies Partial<Route>;

export const SESSION_ORDERS = ['newest', 'oldest', 'longest', 'costliest'] as const;

export const sessionRoutes = [
  route({
    id: 'sessions',
    method: 'GET',
    path: '/v1/sessions',
    summary: 'Sessions in the archive, page by page',
    tag: 'sessions',
    query: Type.Object({
      q: query('Filters and words, as `hansard search` takes them'),
      limit: limit(500, 50, 'How many sessions'),
      cursor,
      sort: Type.Optional(oneOf(SESSION_ORDERS, 'How they are ordered; newest unless said')),
    }),
    answer: SessionList,
    media: 'json',
    scope: 'read',
    cache: 'moment',
    leaves: 'gated',
  }),
  route({
    id: 'erase-sessions',
    method: 'POST',
    path: '/v1/erasures',
    summary: 'Erases sessions for good, from the archive and its backups',
    tag: 'sessions',
    body: NewErasure,
    bodyLimit: 512 * 1024,
    answer: Erasure,
    media: 'json',
    scope: 'administer',
    cache: 'never',
    leaves: 'never',
  }),
  route({
    ...view,
    id: 'session',
    path: '/v1/sessions/{id}',
    summary: 'All that is known of a session beside its events',
    answer: SessionDetail,
    cache: 'moment',
  }),
  route({
    ...view,
    id: 'session-map',
    path: '/v1/sessions/{id}/map',
    summary: 'The skeleton of all events of a session',
    answer: SessionMap,
    cache: 'archive',
  }),
  route({
    ...view,
    id: 'session-outline',
    path: '/v1/sessions/{id}/outline',
    summary: 'The prompts of a session, and what came of each',
    answer: Outline,
    cache: 'archive',
  }),
  route({
    ...view,
    id: 'session-timeline',
    path: '/v1/sessions/{id}/timeline',
    summary: 'When what happened: turns, tools, waits, subagents',
    answer: Timeline,
    cache: 'archive',
  }),
  route({
    ...view,
    id: 'session-changes',
    path: '/v1/sessions/{id}/changes',
    summary: 'All edits of a session, by file',
    answer: SessionChanges,
    cache: 'archive',
  }),
  route({
    ...view,
    id: 'session-find',
    path: '/v1/sessions/{id}/find',
    summary: 'Finds words, phrases, other text, or a /regular expression/ in one session',
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 2000, description: 'What to look for' }),
      limit: limit(1000, 200, 'How many hits'),
    }),
    answer: FindResult,
    cache: 'archive',
  }),
] as const;
