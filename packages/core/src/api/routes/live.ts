/** Routes by which agents are run and answered: the original daemon's, and further ones. */
import Type from 'typebox';
import { UniversalEvent } from '../events.ts';
import {
  AgentModels,
  AgentModes,
  Done,
  LiveCreate,
  LiveCreated,
  LiveFork,
  LiveMessage,
  LiveSession,
  LiveSessionList,
  LiveSettings,
  MessageTaken,
  PendingList,
  PermissionReply,
  QuestionReply,
} from '../live.ts';
import { type Route, route } from '../route.ts';
import { SessionParams } from './parameters.ts';

const AgentParams = Type.Object({
  agent: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the agent' }),
});
const QuestionParams = Type.Object({
  ...SessionParams.properties,
  question: Type.String({ minLength: 1, maxLength: 300, description: 'Id of the question, or of its request' }),
});
const PermissionParams = Type.Object({
  ...SessionParams.properties,
  permission: Type.String({ minLength: 1, maxLength: 300, description: 'Id of the permission' }),
});
const MessageParams = Type.Object({
  ...SessionParams.properties,
  message: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the message' }),
});

/** Options, answers. */
const SMALL = 256 * 1024;
/** A message with its files. */
const LARGE = 32 * 1024 * 1024;

const live = { tag: 'live', media: 'json', cache: 'never', leaves: 'gated' } as const satisfies Partial<Route>;
const read = { ...live, method: 'GET', scope: 'read' } as const satisfies Partial<Route>;
const run = { ...live, method: 'POST', scope: 'run', params: SessionParams } as const satisfies Partial<Route>;
const done = { answer: Done, status: 204 } as const;
const reply = { ...live, method: 'POST', scope: 'answer', ...done, bodyLimit: SMALL } as const;

export const liveRoutes = [
  route({
    ...read,
    id: 'live-sessions',
    path: '/v1/live',
    summary: 'Sessions that are run here',
    query: Type.Object({
      session: Type.Optional(
        Type.String({ maxLength: 300, description: 'Only the one of this id, if it is run here' }),
      ),
    }),
    answer: LiveSessionList,
  }),
  route({
    ...read,
    id: 'live-session',
    path: '/v1/live/{id}',
    summary: 'A session that is run here: its state, its queue, how much waits',
    params: SessionParams,
    answer: LiveSession,
  }),
  route({
    ...read,
    id: 'live-pending',
    path: '/v1/pending',
    summary: 'Everything that waits for a person, in all sessions',
    answer: PendingList,
  }),
  route({
    ...read,
    id: 'live-modes',
    path: '/v1/agents/{agent}/modes',
    summary: 'Modes that a session of the agent can be started in',
    params: AgentParams,
    answer: AgentModes,
    leaves: 'never',
  }),
  route({
    ...read,
    id: 'live-models',
    path: '/v1/agents/{agent}/models',
    summary: 'Models that the agent has told of',
    params: AgentParams,
    answer: AgentModels,
    leaves: 'never',
  }),
  route({
    ...live,
    method: 'POST',
    scope: 'run',
    id: 'live-install',
    path: '/v1/agents/{agent}/install',
    summary: 'Refused with 501: Hansard installs nothing',
    params: AgentParams,
    answer: Done,
    leaves: 'never',
  }),
  route({
    ...run,
    id: 'live-create',
    path: '/v1/sessions/{id}',
    summary: 'Starts an agent in a session of that id, which whoever asks has chosen',
    body: LiveCreate,
    bodyLimit: SMALL,
    answer: LiveCreated,
  }),
  route({
    ...run,
    id: 'live-send',
    path: '/v1/sessions/{id}/messages',
    summary: 'Sends a message; during a turn it waits for the end of it',
    body: LiveMessage,
    bodyLimit: LARGE,
    answer: MessageTaken,
  }),
  route({
    ...run,
    id: 'live-send-stream',
    path: '/v1/sessions/{id}/messages/stream',
    summary: 'Sends a message, and streams the turn until it ends or asks for something',
    body: LiveMessage,
    bodyLimit: LARGE,
    answer: UniversalEvent,
    media: 'sse',
  }),
  route({
    ...live,
    method: 'DELETE',
    scope: 'run',
    id: 'live-cancel',
    path: '/v1/sessions/{id}/messages/{message}',
    summary: 'Takes back a message that still waits',
    params: MessageParams,
    ...done,
  }),
  route({
    ...reply,
    id: 'live-question-reply',
    path: '/v1/sessions/{id}/questions/{question}/reply',
    summary: 'Answers all questions of a request',
    params: QuestionParams,
    body: QuestionReply,
  }),
  route({
    ...live,
    method: 'POST',
    scope: 'answer',
    ...done,
    id: 'live-question-reject',
    path: '/v1/sessions/{id}/questions/{question}/reject',
    summary: 'Refuses to answer',
    params: QuestionParams,
  }),
  route({
    ...reply,
    id: 'live-permission-reply',
    path: '/v1/sessions/{id}/permissions/{permission}/reply',
    summary: 'Allows once, always in this session, or rejects; the first answer counts',
    params: PermissionParams,
    body: PermissionReply,
  }),
  route({ ...run, ...done, id: 'live-interrupt', path: '/v1/sessions/{id}/interrupt', summary: 'Ends the turn' }),
  route({
    ...run,
    ...done,
    id: 'live-settings',
    path: '/v1/sessions/{id}/settings',
    summary: 'Changes model, effort or mode of a running session',
    body: LiveSettings,
    bodyLimit: SMALL,
  }),
  route({
    ...run,
    id: 'live-resume',
    path: '/v1/sessions/{id}/resume',
    summary: 'Goes on with a session that has ended',
    answer: LiveCreated,
  }),
  route({
    ...run,
    id: 'live-fork',
    path: '/v1/sessions/{id}/fork',
    summary: 'Goes on with a copy of a session',
    body: LiveFork,
    bodyLimit: SMALL,
    answer: LiveCreated,
  }),
  route({
    ...run,
    ...done,
    id: 'live-terminate',
    path: '/v1/sessions/{id}/terminate',
    summary: 'Ends the agent and everything that it started',
  }),
] as const;
