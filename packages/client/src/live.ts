/** Agents that the server runs: starting, speaking to and answering them. */
import type {
  LiveCreate,
  LiveMessage,
  LiveSettings,
  PermissionReply,
  RouteAnswer,
  RouteId,
  RouteQuery,
} from '@hansard/core/api/index.ts';
import { type AskOptions, type Connection, part } from './connection.ts';
import { readSse } from './read-sse.ts';
import type { UniversalEvent } from './streams.ts';

type Answer<Id extends RouteId> = Promise<RouteAnswer<Id>>;

const ofSession = (id: string, rest = '') => `/v1/sessions/${part(id)}${rest}`;
const post = (ask?: AskOptions) => ({ ...ask, method: 'POST' }) as const;

export const liveMethods = (to: Connection) => ({
  /** Those that are run here; with `session`, only the one of that id. */
  liveSessions: (query: RouteQuery<'live-sessions'> = {}, ask?: AskOptions): Answer<'live-sessions'> =>
    to.json('/v1/live', { ...ask, query }),
  liveSession: (id: string, ask?: AskOptions): Answer<'live-session'> => to.json(`/v1/live/${part(id)}`, ask),
  /** Everything that waits for a person. */
  pending: (ask?: AskOptions): Answer<'live-pending'> => to.json('/v1/pending', ask),
  agentModes: (agent: string, ask?: AskOptions): Answer<'live-modes'> =>
    to.json(`/v1/agents/${part(agent)}/modes`, ask),
  agentModels: (agent: string, ask?: AskOptions): Answer<'live-models'> =>
    to.json(`/v1/agents/${part(agent)}/models`, ask),
  /** Starts an agent in a session of an id of one's own. */
  createSession: (id: string, body: LiveCreate, ask?: AskOptions): Answer<'live-create'> =>
    to.json(ofSession(id), { ...post(ask), body }),
  sendMessage: (id: string, body: LiveMessage, ask?: AskOptions): Answer<'live-send'> =>
    to.json(ofSession(id, '/messages'), { ...post(ask), body }),
  /** The turn that a message leads to: until it ends, or asks for something. */
  streamTurn: async function* (id: string, body: LiveMessage, ask?: AskOptions): AsyncGenerator<UniversalEvent> {
    const path = ofSession(id, '/messages/stream');
    const response = await to.ask(path, { ...post(ask), body, accept: 'text/event-stream' });
    for await (const { data } of readSse(response.body as ReadableStream<Uint8Array>))
      yield JSON.parse(data) as UniversalEvent;
  },
  cancelMessage: (id: string, message: string, ask?: AskOptions): Promise<void> =>
    to.nothing(ofSession(id, `/messages/${part(message)}`), { ...ask, method: 'DELETE' }),
  replyPermission: (id: string, permission: string, body: PermissionReply, ask?: AskOptions): Promise<void> =>
    to.nothing(ofSession(id, `/permissions/${part(permission)}/reply`), { ...post(ask), body }),
  replyQuestion: (id: string, question: string, answers: string[][], ask?: AskOptions): Promise<void> =>
    to.nothing(ofSession(id, `/questions/${part(question)}/reply`), { ...post(ask), body: { answers } }),
  rejectQuestion: (id: string, question: string, ask?: AskOptions): Promise<void> =>
    to.nothing(ofSession(id, `/questions/${part(question)}/reject`), post(ask)),
  interrupt: (id: string, ask?: AskOptions): Promise<void> => to.nothing(ofSession(id, '/interrupt'), post(ask)),
  changeSettings: (id: string, body: LiveSettings, ask?: AskOptions): Promise<void> =>
    to.nothing(ofSession(id, '/settings'), { ...post(ask), body }),
  resumeSession: (id: string, ask?: AskOptions): Answer<'live-resume'> => to.json(ofSession(id, '/resume'), post(ask)),
  forkSession: (id: string, sessionId: string, ask?: AskOptions): Answer<'live-fork'> =>
    to.json(ofSession(id, '/fork'), { ...post(ask), body: { sessionId } }),
  terminate: (id: string, ask?: AskOptions): Promise<void> => to.nothing(ofSession(id, '/terminate'), post(ask)),
});
