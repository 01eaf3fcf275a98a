/** Routes that keep what the user says about sessions. */
import { NewNote, RemovedNote, SessionStar, SessionTags, TagList } from '../journal.ts';
import { type Route, route } from '../route.ts';
import { SessionNote } from '../session.ts';
import { NoteParams, SessionParams, TagParams } from './parameters.ts';

const json = { tag: 'journal', media: 'json', auth: true } as const satisfies Partial<Route>;
const tag = { ...json, path: '/v1/sessions/{id}/tags/{tag}', params: TagParams, answer: SessionTags } as const;
const star = { ...json, path: '/v1/sessions/{id}/star', params: SessionParams, answer: SessionStar } as const;

export const journalRoutes = [
  route({
    ...json,
    id: 'tags',
    method: 'GET',
    path: '/v1/tags',
    summary: 'Every tag in use',
    answer: TagList,
    leaves: 'gated',
  }),
  route({ ...tag, id: 'add-tag', method: 'PUT', summary: 'Gives a session a tag', leaves: 'gated' }),
  route({ ...tag, id: 'remove-tag', method: 'DELETE', summary: 'Takes a tag away', leaves: 'gated' }),
  route({ ...star, id: 'add-star', method: 'PUT', summary: 'Stars a session', leaves: 'never' }),
  route({ ...star, id: 'remove-star', method: 'DELETE', summary: 'Takes the star away', leaves: 'never' }),
  route({
    ...json,
    id: 'add-note',
    method: 'POST',
    path: '/v1/sessions/{id}/notes',
    summary: 'Writes a note on a session, or on one of its events',
    params: SessionParams,
    body: NewNote,
    answer: SessionNote,
    status: 201,
    leaves: 'gated',
  }),
  route({
    ...json,
    id: 'remove-note',
    method: 'DELETE',
    path: '/v1/sessions/{id}/notes/{noteId}',
    summary: 'Takes a note away',
    params: NoteParams,
    answer: RemovedNote,
    leaves: 'never',
  }),
] as const;
