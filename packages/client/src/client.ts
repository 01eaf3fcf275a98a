/** The client: one method for each route of the API, with its types; what the page and programs talk HTTP with. */
import type {
  ArchivedEvent,
  ArchivedEventPage,
  NewNote,
  NewView,
  RouteAnswer,
  RouteId,
  RouteQuery,
  SingleEvent,
  UniversalEventPage,
} from '@hansard/core/api/index.ts';
import { type Ask, type AskOptions, type ClientOptions, Connection, part, type Query } from './connection.ts';
import { type EventPage, eventPage } from './event-page.ts';
import { hubMethods } from './hub.ts';
import { liveMethods } from './live.ts';
import { readLines } from './read-lines.ts';
import { runMethods } from './runs.ts';
import {
  type StreamEventsOptions,
  type StreamTranscriptOptions,
  streamEvents,
  streamTranscript,
  type WatchSessionsOptions,
  watchSessions,
} from './streams.ts';

export interface EventPageOptions extends AskOptions {
  /** The last sequence that was seen. */
  readonly offset?: number;
  readonly limit?: number;
  readonly includeRaw?: boolean;
}

export interface TranscriptPageOptions extends AskOptions {
  readonly after?: number;
  readonly before?: number;
  readonly limit?: number;
  /** Long texts whole. */
  readonly full?: boolean;
}

export type NumbersQuery = Omit<NonNullable<RouteQuery<'numbers'>>, 'tools'> & { tools?: boolean };

export type HansardClient = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const connection = new Connection(options);
  return {
    ...serverMethods(connection),
    ...sessionMethods(connection),
    ...eventMethods(connection),
    ...questionMethods(connection),
    ...journalMethods(connection),
    ...sharingMethods(connection),
    ...liveMethods(connection),
    ...hubMethods(connection),
    ...runMethods(connection),
  };
}

type Answer<Id extends RouteId> = Promise<RouteAnswer<Id>>;

const ofSession = (id: string, rest = '') => `/v1/sessions/${part(id)}${rest}`;
const ofTranscript = (id: string, rest: string) => `/v1/transcripts/${part(id)}${rest}`;

const serverMethods = (to: Connection) => ({
  health: (ask?: AskOptions): Answer<'health'> => to.json('/v1/health', ask),
  status: (ask?: AskOptions): Answer<'status'> => to.json('/v1/status', ask),
  /** What of the archive needs attention. */
  doctor: (query: RouteQuery<'doctor'> = {}, ask?: AskOptions): Answer<'doctor'> =>
    to.json('/v1/doctor', { ...ask, query }),
  settings: (ask?: AskOptions): Answer<'settings'> => to.json('/v1/settings', ask),
  /** Null takes the setting away. */
  changeSetting: (key: string, value: string | null): Answer<'change-setting'> =>
    to.json(`/v1/settings/${part(key)}`, { method: 'PUT', body: { value } }),
  /** Puts the sample session into the archive. */
  addSample: (ask?: AskOptions): Answer<'sample'> => to.json('/v1/sample', { ...ask, method: 'POST' }),
  agents: (ask?: AskOptions): Answer<'agents'> => to.json('/v1/agents', ask),
  openapi: (ask?: AskOptions): Answer<'openapi'> => to.json('/v1/openapi.json', ask),
});

const sessionMethods = (to: Connection) => ({
  sessions: (query: RouteQuery<'sessions'> = {}, ask?: AskOptions): Answer<'sessions'> =>
    to.json('/v1/sessions', { ...ask, query }),
  session: (id: string, ask?: AskOptions): Answer<'session'> => to.json(ofSession(id), ask),
  map: (id: string, ask?: AskOptions): Answer<'session-map'> => to.json(ofSession(id, '/map'), ask),
  outline: (id: string, ask?: AskOptions): Answer<'session-outline'> => to.json(ofSession(id, '/outline'), ask),
  timeline: (id: string, ask?: AskOptions): Answer<'session-timeline'> => to.json(ofSession(id, '/timeline'), ask),
  changes: (id: string, ask?: AskOptions): Answer<'session-changes'> => to.json(ofSession(id, '/changes'), ask),
  /** Commits that the session led to. */
  commits: (id: string, ask?: AskOptions): Answer<'git-commits'> => to.json(ofSession(id, '/commits'), ask),
  /** The lines that a commit added, each with who wrote it. */
  commit: (id: string, revision: string, ask?: AskOptions): Answer<'git-commit'> =>
    to.json(ofSession(id, `/commits/${part(revision)}`), ask),
  /** Who wrote each line of a file in the session’s repository. */
  blame: (id: string, query: RouteQuery<'git-blame'>, ask?: AskOptions): Answer<'git-blame'> =>
    to.json(ofSession(id, '/blame'), { ...ask, query }),
  /** Whose a range of commits is. */
  range: (id: string, query: RouteQuery<'git-range'>, ask?: AskOptions): Answer<'git-range'> =>
    to.json(ofSession(id, '/range'), { ...ask, query }),
  find: (id: string, query: RouteQuery<'session-find'>, ask?: AskOptions): Answer<'session-find'> =>
    to.json(ofSession(id, '/find'), { ...ask, query }),
  /** Sessions that are new or have grown, from now on. */
  watchSessions: (options?: WatchSessionsOptions) => watchSessions(to, options),
});

const eventMethods = (to: Connection) => ({
  /** A page of the universal stream. */
  getEvents: async (id: string, options: EventPageOptions = {}): Promise<EventPage> => {
    const { offset, limit, includeRaw, ...ask } = options;
    const query = { offset, limit, includeRaw: includeRaw || undefined };
    return eventPage(await to.json<UniversalEventPage>(ofSession(id, '/events'), { ...ask, query }));
  },
  /** The universal stream from a place on, and what is added to it. Connections that break are made again. */
  streamEvents: (id: string, options?: StreamEventsOptions) => streamEvents(to, id, options),
  /** A page of the transcript's events. */
  transcriptEvents: (id: string, options: TranscriptPageOptions = {}): Promise<ArchivedEventPage> => {
    const { after, before, limit, full, ...ask } = options;
    return to.json(ofTranscript(id, '/events'), { ...ask, query: { after, before, limit, full: full || undefined } });
  },
  /** All events of a transcript up to now, as they come. */
  readTranscript: async function* (
    id: string,
    { after, full, ...ask }: Pick<TranscriptPageOptions, 'after' | 'full' | 'signal'> = {},
  ): AsyncGenerator<ArchivedEvent> {
    const query = { after, full: full || undefined };
    const response = await to.ask(ofTranscript(id, '/events'), { ...ask, query, accept: 'application/x-ndjson' });
    yield* readLines<ArchivedEvent>(response.body as ReadableStream<Uint8Array>);
  },
  /** Events of a transcript from a place on, those added later and those that change. */
  streamTranscript: (id: string, options?: StreamTranscriptOptions) => streamTranscript(to, id, options),
  /** One event, whole; `raw` adds the bytes that the agent wrote. */
  event: (id: string, eventId: string, { raw, ...ask }: AskOptions & { raw?: boolean } = {}): Promise<SingleEvent> =>
    to.json(ofTranscript(id, `/events/${part(eventId)}`), { ...ask, query: { raw: raw || undefined } }),
  /** Address of an attachment, for `src` in a page that has the cookie. */
  attachmentUrl: (id: string, hash: string): string => to.url(ofTranscript(id, `/attachments/${part(hash)}`)),
  attachment: (id: string, hash: string, ask?: AskOptions): Promise<Blob> =>
    blobOf(to, ofTranscript(id, `/attachments/${part(hash)}`), { ...ask, accept: '*/*' }),
});

const questionMethods = (to: Connection) => ({
  search: (query: RouteQuery<'search'>, ask?: AskOptions): Answer<'search'> => to.json('/v1/search', { ...ask, query }),
  numbers: ({ tools, ...query }: NumbersQuery = {}, ask?: AskOptions): Answer<'numbers'> =>
    to.json('/v1/numbers', { ...ask, query: { ...query, tools: tools || undefined } }),
  activity: (query: RouteQuery<'activity'> = {}, ask?: AskOptions): Answer<'activity'> =>
    to.json('/v1/activity', { ...ask, query }),
  /** The files that were edited most. */
  editedFiles: (query: RouteQuery<'edited-files'> = {}, ask?: AskOptions): Answer<'edited-files'> =>
    to.json('/v1/files', { ...ask, query }),
});

const journalMethods = (to: Connection) => ({
  /** Erases sessions for good. */
  erase: (sessions: string[]): Answer<'erase-sessions'> =>
    to.json('/v1/erasures', { method: 'POST', body: { sessions } }),
  tags: (ask?: AskOptions): Answer<'tags'> => to.json('/v1/tags', ask),
  addTag: (id: string, tag: string): Answer<'add-tag'> =>
    to.json(ofSession(id, `/tags/${part(tag)}`), { method: 'PUT' }),
  removeTag: (id: string, tag: string): Answer<'remove-tag'> =>
    to.json(ofSession(id, `/tags/${part(tag)}`), { method: 'DELETE' }),
  star: (id: string): Answer<'add-star'> => to.json(ofSession(id, '/star'), { method: 'PUT' }),
  unstar: (id: string): Answer<'remove-star'> => to.json(ofSession(id, '/star'), { method: 'DELETE' }),
  addNote: (id: string, note: NewNote): Answer<'add-note'> =>
    to.json(ofSession(id, '/notes'), { method: 'POST', body: note }),
  removeNote: (id: string, noteId: string): Answer<'remove-note'> =>
    to.json(ofSession(id, `/notes/${part(noteId)}`), { method: 'DELETE' }),
  /** Views of the page that are kept by name. */
  views: (ask?: AskOptions): Answer<'views'> => to.json('/v1/views', ask),
  keepView: (name: string, view: NewView): Answer<'keep-view'> =>
    to.json(`/v1/views/${part(name)}`, { method: 'PUT', body: view }),
  removeView: (name: string): Answer<'remove-view'> => to.json(`/v1/views/${part(name)}`, { method: 'DELETE' }),
});

const sharingMethods = (to: Connection) => ({
  formats: (ask?: AskOptions): Answer<'formats'> => to.json('/v1/formats', ask),
  profiles: (ask?: AskOptions): Answer<'profiles'> => to.json('/v1/profiles', ask),
  preview: (id: string, query: RouteQuery<'preview'> = {}, ask?: AskOptions): Answer<'preview'> =>
    to.json(ofSession(id, '/preview'), { ...ask, query }),
  /** Address of an export, for a link in a page that has the cookie. */
  exportUrl: (id: string, query: RouteQuery<'export'> = {}): string => to.url(ofSession(id, '/export'), query as Query),
  exportSession: (id: string, query: RouteQuery<'export'> = {}, ask?: AskOptions): Promise<Blob> =>
    blobOf(to, ofSession(id, '/export'), { ...ask, query: query as Query, accept: '*/*' }),
});

async function blobOf(to: Connection, path: string, ask: Ask): Promise<Blob> {
  return (await to.ask(path, ask)).blob();
}
