/** Routes that keep what the user says about sessions. */
import { NewNote, NewView, RemovedNote, SessionStar, SessionTags, TagList, ViewList } from '../journal.ts';
import { type Route, route } from '../route.ts';
import { SessionNote } from '../session.ts';
import { NoteParams, SessionParams, TagParams, ViewParams } from './parameters.ts';

const json = { tag: 'journal', media: 'json' } as const satisfies Partial<Route>;
const change = { ...json, scope: 'annotate', cache: 'never' } as const satisfies Partial<Route>;
/** Notes and addresses of views are limited by their schemas; this is what their JSON can take. */
const SMALL = 256 * 1024;
const tag = { ...change, path: '/v1/sessions/{id}/tags/{tag}', params: TagParams, answer: SessionTags } as const;
const view = { ...change, path: '/v1/views/{name}', params: ViewParams, answer: ViewList, leaves: 'gated' } as const;
const star = { ...change, path: '/v1/sessions/{id}/star', params: SessionParams, answer: SessionStar } as const;

export const journalRoutes = [
  route({
    ...json,
    id: 'tags',
    method: 'GET',
    path: '/v1/tags',
    summary: 'Every tag in use',
    answer: TagList,
    scope: 'read',
    cache: 'archive',
    leaves: 'gated',
  }),
  route({ ...tag, id: 'add-tag', method: 'PUT', summary: 'Gives a session a tag', leaves: 'gated' }),
  route({ ...tag, id: 'remove-tag', method: 'DELETE', summary: 'Takes a tag away', leaves: 'gated' }),
  route({ ...star, id: 'add-star', method: 'PUT', summary: 'Stars a session', leaves: 'never' }),
  route({ ...star, id: 'remove-star', method: 'DELETE', summary: 'Takes the star away', leaves: 'never' }),
  route({
    ...change,
    id: 'add-note',
    method: 'POST',
    path: '/v1/sessions/{id}/notes',
    summary: 'Writes a note on a session, or on one of its events',
    params: SessionParams,
    body: NewNote,
    bodyLimit: SMALL,
    answer: SessionNote,
    status: 201,
    leaves: 'gated',
  }),
  route({
    ...change,
    id: 'remove-note',
    method: 'DELETE',
    path: '/v1/sessions/{id}/notes/{noteId}',
    summary: 'Takes a note away',
    params: NoteParams,
    answer: RemovedNote,
    leaves: 'never',
  }),
  route({
    ...json,
    id: 'views',
    method: 'GET',
    path: '/v1/views',
    summary: 'Views of the page that are kept by name',
    answer: ViewList,
    scope: 'read',
    cache: 'never',
    leaves: 'gated',
  }),
  route({
    ...view,
    id: 'keep-view',
    method: 'PUT',
    summary: 'Keeps a view by a name',
    body: NewView,
    bodyLimit: SMALL,
  }),
  route({ ...view, id: 'remove-view', method: 'DELETE', summary: 'Takes a view away' }),
] as const;
