/** Agents that the server runs: names and fields as the original daemon of the universal stream has them, and more. */
import Type from 'typebox';
import { count, flag, oneOf, orNull, text, textOrNull, texts, time } from './fields.ts';

const optionalText = (description: string) => Type.Optional(Type.String({ maxLength: 2000, description }));

/** As the original has them; `bypass` must be allowed in the settings. */
export const PERMISSION_MODE_NAMES = ['default', 'plan', 'acceptEdits', 'bypass'] as const;

export const McpServerOptions = Type.Object(
  { name: text('Name of a server in the setting `live.mcp`') },
  { description: 'A server of tools for the session' },
);

export const LiveCreate = Type.Object(
  {
    agent: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the agent' }),
    agentMode: optionalText('Mode of the agent, as /v1/agents/{agent}/modes lists them'),
    permissionMode: Type.Optional(
      oneOf(PERMISSION_MODE_NAMES, 'What the agent may do without asking; default unless said'),
    ),
    model: optionalText('Model'),
    variant: optionalText('Variant of the model, such as an effort of thinking'),
    agentVersion: optionalText('Taken, and not used: no agent is installed'),
    directory: optionalText('Folder to work in; the one that the server was started in unless said'),
    title: optionalText('What the session is called'),
    mcp: Type.Optional(Type.Array(McpServerOptions, { maxItems: 32, description: 'Servers of tools' })),
    skills: Type.Optional(Type.Unknown({ description: 'Taken, and not used' })),
  },
  { description: 'A session to start' },
);
export type LiveCreate = Type.Static<typeof LiveCreate>;

export const LiveCreated = Type.Object(
  {
    healthy: flag('The agent runs and can be spoken to'),
    error: Type.Optional(text('Why it is not')),
    nativeSessionId: Type.Optional(text('The agent’s own id of the session, where it is known by now')),
    sessionId: text('The id that was chosen'),
    id: textOrNull('Id of the session in the archive'),
  },
  { description: 'How the start went' },
);
export type LiveCreated = Type.Static<typeof LiveCreated>;

export const LiveMessage = Type.Object(
  {
    message: Type.String({ maxLength: 1_000_000, description: 'What to say' }),
    attachments: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.Optional(Type.String({ maxLength: 4000, description: 'A file inside the session’s folder' })),
          data: Type.Optional(Type.String({ maxLength: 30_000_000, description: 'The content, in base64' })),
          mime: optionalText('Its media type; told by its name unless said'),
          filename: optionalText('Its name'),
        }),
        { maxItems: 32, description: 'Files that go with it' },
      ),
    ),
    steer: Type.Optional(flag('Goes into the turn that is under way, where the agent can; else it waits')),
  },
  { description: 'A message to an agent' },
);
export type LiveMessage = Type.Static<typeof LiveMessage>;

export const MessageTaken = Type.Object(
  { id: text('Id of the message'), queued: flag('A turn is under way: it waits for its end') },
  { description: 'A message that was taken' },
);
export type MessageTaken = Type.Static<typeof MessageTaken>;

export const QuestionReply = Type.Object(
  {
    answers: Type.Array(Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 100 }), {
      maxItems: 100,
      description: 'For each question of the request, in order, what was chosen or typed',
    }),
  },
  { description: 'Answers to all questions of a request' },
);

export const PermissionReply = Type.Object(
  {
    reply: oneOf(['once', 'always', 'reject'], 'always: Hansard allows the same for the rest of the session'),
    message: optionalText('What the agent is told with a rejection'),
    option: optionalText('One of the request’s own wider options, by its id'),
  },
  { description: 'A decision' },
);
export type PermissionReply = Type.Static<typeof PermissionReply>;

export const LiveSettings = Type.Object(
  {
    model: optionalText('Model from the next turn on'),
    effort: optionalText('Effort of thinking'),
    permissionMode: Type.Optional(oneOf(PERMISSION_MODE_NAMES, 'What the agent may do without asking')),
    mode: optionalText('Mode of the agent'),
  },
  { description: 'Settings of a running session' },
);
export type LiveSettings = Type.Static<typeof LiveSettings>;

export const LiveFork = Type.Object(
  { sessionId: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the new session' }) },
  { description: 'A copy of a session' },
);

export const PendingItem = Type.Object(
  {
    sessionId: text('Id of the session, as it was chosen'),
    id: textOrNull('Id of the session in the archive'),
    agent: text('Id of the agent'),
    kind: text('permission or question'),
    requestId: text('What to answer under'),
    action: Type.Optional(text('What the agent wants to do')),
    tool: Type.Optional(text('The tool')),
    command: Type.Optional(text('The command, where it is one')),
    path: Type.Optional(text('The file, where it is about one')),
    options: Type.Optional(
      Type.Array(Type.Object({ id: text('Its id'), name: text('In the agent’s words') }), {
        description: 'Wider permissions that the agent offers',
      }),
    ),
    questions: Type.Optional(
      Type.Array(
        Type.Object({
          id: text('Id of the question'),
          prompt: text('The question'),
          options: texts('Answers to choose from'),
          multiple: flag('Several may be chosen'),
        }),
        { description: 'All questions of the request' },
      ),
    ),
    plan: Type.Optional(flag('It is the approval of a plan')),
    subagent: Type.Optional(text('The subagent that asks')),
    since: time('Since when it waits'),
    answerable: flag('It can be answered here; an agent that others run is only shown'),
  },
  { description: 'Something that waits for a person' },
);
export type PendingItem = Type.Static<typeof PendingItem>;

export const PendingList = Type.Object(
  { pending: Type.Array(PendingItem, { description: 'What has waited longest first' }) },
  { description: 'Everything that waits for a person' },
);

export const QueuedMessage = Type.Object(
  { id: text('Id of the message'), text: text('What it says') },
  { description: 'A message that waits for the end of the turn' },
);

export const LiveDecision = Type.Object(
  {
    requestId: text('What was asked'),
    what: text('accept, accept_for_session, reject, answered or rejected'),
    by: text('Who decided'),
    via: text('From where: page, api, rule or policy'),
    at: time('When'),
  },
  { description: 'A request that was decided' },
);
export type LiveDecision = Type.Static<typeof LiveDecision>;

export const LiveSession = Type.Object(
  {
    sessionId: text('The id that was chosen'),
    id: textOrNull('Id of the session in the archive'),
    agent: text('Id of the agent'),
    agentMode: text('Mode of the agent'),
    permissionMode: text('What it may do without asking'),
    model: textOrNull('Model that was asked for, at the start or since'),
    variant: textOrNull('Variant that was asked for'),
    nativeSessionId: textOrNull('The agent’s own id of the session'),
    directory: text('Folder it works in'),
    title: textOrNull('What it is called'),
    status: text('creating, idle, running, waiting, or ended'),
    ended: flag('It takes no more messages until it is resumed'),
    process: flag('A process of it runs'),
    createdAt: count('Milliseconds since 1970'),
    queue: Type.Array(QueuedMessage, { description: 'Messages that wait' }),
    pending: count('Requests that wait for a person'),
    decided: Type.Array(LiveDecision, { description: 'The last decisions, newest first' }),
  },
  { description: 'A session that is run here' },
);
export type LiveSession = Type.Static<typeof LiveSession>;

export const LiveSessionList = Type.Object(
  { sessions: Type.Array(LiveSession, { description: 'Newest first' }) },
  { description: 'Sessions that are run here' },
);

/** The original's flags. */
const CAPABILITIES = [
  'planMode',
  'permissions',
  'questions',
  'toolCalls',
  'toolResults',
  'textMessages',
  'images',
  'fileAttachments',
  'sessionLifecycle',
  'errorEvents',
  'reasoning',
  'status',
  'commandExecution',
  'fileChanges',
  'mcpTools',
  'streamingDeltas',
  'itemStarted',
  'variants',
  'sharedProcess',
] as const;
export type CapabilityName = (typeof CAPABILITIES)[number];

export const AgentCapabilities = Type.Object(
  {
    ...(Object.fromEntries(CAPABILITIES.map((name) => [name, flag(name)])) as Record<
      CapabilityName,
      ReturnType<typeof flag>
    >),
    interrupt: flag('A turn can be interrupted'),
    steer: flag('A message can go into a running turn'),
    resume: flag('A session can go on in another process'),
    fork: flag('A session can be copied'),
    subagents: flag('Subagents and their questions are seen'),
  },
  { description: 'What can be done with an agent' },
);

export const LiveAgent = Type.Object(
  {
    id: text('Id of the agent'),
    installed: flag('Its program was found'),
    path: textOrNull('The program'),
    permissionModes: texts('What it may be allowed to do without asking'),
    capabilities: AgentCapabilities,
  },
  { description: 'An agent that can be run' },
);
export type LiveAgent = Type.Static<typeof LiveAgent>;

const choice = Type.Object({ id: text('Its id'), name: text('Its name') });
export const AgentModes = Type.Object(
  {
    modes: Type.Array(choice, { description: 'Modes of the agent' }),
    permissionModes: texts('Modes of permission'),
  },
  { description: 'Modes that a session can be started in' },
);
export type AgentModes = Type.Static<typeof AgentModes>;

export const AgentModels = Type.Object(
  {
    models: Type.Array(choice, { description: 'Models that the agent has told of; empty before it ran once' }),
    defaultModel: orNull(Type.String(), 'The one that it takes by itself, where that is known'),
  },
  { description: 'Models of an agent' },
);
export type AgentModels = Type.Static<typeof AgentModels>;

export const Done = Type.Null({ description: 'Nothing' });
