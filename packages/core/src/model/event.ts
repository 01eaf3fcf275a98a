/** One event of a session, with what belongs to its type. */
import Type from 'typebox';
import { ADDED_EVENT_TYPES, BASE_EVENT_TYPES, ROLES } from '../vocabulary.ts';
import { anything, count, fields, flag, name, oneOf, ordinal, text, texts, time } from './fields.ts';
import { Pricing, Usage } from './metrics.ts';
import { Redaction } from './privacy.ts';
import { Part, Tool, ToolDefinition } from './tool.ts';

export const Permission = Type.Object(
  {
    id: text('Id of the request'),
    action: text('What is asked for, such as the command'),
    status: text('requested, accept, accept_for_session or reject'),
    callId: Type.Optional(text('Tool call it is about')),
    by: Type.Optional(text('Who decided: user, config, hook, reviewer, …')),
    at: Type.Optional(time('When it was decided')),
    via: Type.Optional(text('From where: terminal, ide, api, hook, another client, …')),
    reason: Type.Optional(text('Why')),
    options: Type.Optional(texts('Answers that were offered')),
    details: Type.Optional(anything('The rest, as the agent records it')),
  },
  { description: 'A request for permission, and the decision on it' },
);

export const Question = Type.Object(
  {
    id: text('Id of the question'),
    prompt: text('What is asked'),
    options: texts('Answers that were offered; none when any text is'),
    status: text('requested, answered or rejected'),
    response: Type.Optional(text('The answer')),
    by: Type.Optional(text('Who answered: user, config, hook, …')),
    at: Type.Optional(time('When it was answered')),
    via: Type.Optional(text('From where: terminal, ide, api, hook, another client, …')),
    callId: Type.Optional(text('Tool call it came from')),
    details: Type.Optional(anything('The rest, as the agent records it')),
  },
  { description: 'A question of the agent to the user, and its answer' },
);

export const EventError = Type.Object(
  {
    message: text('What went wrong'),
    code: Type.Optional(text('The provider’s or agent’s code')),
    status: Type.Optional(Type.Integer({ description: 'HTTP status' })),
    attempt: Type.Optional(Type.Integer({ description: 'Which attempt failed' })),
    retryInMs: Type.Optional(Type.Number({ description: 'Wait before the next attempt' })),
    willRetry: Type.Optional(flag('The agent tries again')),
    details: Type.Optional(anything('The rest, as the agent records it')),
  },
  { description: 'A failure of the model, the agent or its surroundings' },
);

const merged = Type.Array(
  Type.Object({
    type: text('Record type'),
    id: Type.Optional(text('Record id')),
    input: Type.Optional(text('Key in session.inputs; absent for the input of the event')),
    start: Type.Optional(count('First byte')),
    end: Type.Optional(count('Byte after the last')),
    pointer: Type.Optional(text('JSON pointer, or table and row')),
  }),
  { description: 'Other records that say the same thing, or that added to it' },
);

export const Native = Type.Object(
  {
    type: text('Record type as the agent names it'),
    id: Type.Optional(text('Id of the record')),
    input: Type.Optional(text('Key in session.inputs; absent for the first')),
    start: Type.Optional(count('First byte of the record in its input')),
    end: Type.Optional(count('Byte after the record')),
    pointer: Type.Optional(text('JSON pointer, or table and row, where there are no bytes')),
    synthetic: Type.Optional(flag('Nothing native stands behind the event')),
    merged: Type.Optional(merged),
  },
  { description: 'Where the event comes from' },
);

export const Chunk = Type.Object(
  { offset: count('Where the delta begins in text, in UTF-16 units'), time: Type.Optional(time('When it came')) },
  { description: 'One streaming delta' },
);

export const Event = Type.Object(
  {
    id: name('Stable and unique in the session; never derived from order or time'),
    seq: ordinal('Order in this document, without gaps'),
    timestamp: time('When it happened; see timestampSource'),
    type: name(oneOf([...BASE_EVENT_TYPES, ...ADDED_EVENT_TYPES])),
    role: Type.Optional(text(`Whose it is: ${oneOf(ROLES)}`)),
    text: Type.Optional(text('Content for people to read')),
    tool: Type.Optional(Tool),
    redactions: Type.Optional(Type.Array(Redaction, { description: 'What was removed from the event' })),
    source: Type.Optional(text('Which agent of the tree: primary, or subagent:<id>[/<id>…]')),
    sourceSeq: Type.Optional(ordinal('Order in its source, without gaps')),
    logSeq: Type.Optional(ordinal('Order in which the archive learnt of it; never changes')),
    turn: Type.Optional(text('Id of the turn')),
    parentId: Type.Optional(text('Id of the event that caused it')),
    audience: Type.Optional(text('model or user, when only one of them saw it')),
    parts: Type.Optional(Type.Array(Part, { description: 'Content beyond plain text, in order' })),
    chunks: Type.Optional(Type.Array(Chunk, { description: 'Streaming deltas that text was made of' })),
    startedAt: Type.Optional(time('When it began, if it took time')),
    completedAt: Type.Optional(time('When it was done')),
    timestampSource: Type.Optional(
      text('previous, session, file or none: where the time was taken from, if not recorded'),
    ),
    model: Type.Optional(text('Model that made it')),
    provider: Type.Optional(text('Provider that served the model, such as anthropic or openrouter')),
    variant: Type.Optional(text('Reasoning effort or another variant of the model')),
    promptHash: Type.Optional(
      text('system events: which system prompt it is; events of a response: which one the model was given'),
    ),
    tools: Type.Optional(Type.Array(ToolDefinition, { description: 'Tools that the model is offered' })),
    toolsHash: Type.Optional(text('Which list of tools it is; events of a response: which one the model was given')),
    usage: Type.Optional(Usage),
    costMicroUsd: Type.Optional(count('Cost of usage in millionths of a US dollar')),
    pricing: Type.Optional(Pricing),
    branch: Type.Optional(text('Id of the abandoned branch of the conversation it is on')),
    hidden: Type.Optional(
      Type.Object(
        { by: text('What hid it: compaction, edit, …'), reason: Type.Optional(text('Why')) },
        { description: 'The model no longer sees it' },
      ),
    ),
    withdrawn: Type.Optional(flag('The agent removed it later')),
    phase: Type.Optional(text('turn and session events: started, ended, …')),
    permission: Type.Optional(Permission),
    question: Type.Optional(Question),
    error: Type.Optional(EventError),
    session: Type.Optional(fields('session events: what changed')),
    status: Type.Optional(
      Type.Object(
        { label: text('What is going on'), detail: Type.Optional(text('More about it')) },
        { description: 'status events: a notice of progress or state' },
      ),
    ),
    raw: Type.Optional(anything('unparsed events: the original record')),
    native: Type.Optional(Native),
    extra: Type.Optional(fields('Native fields that no other field holds')),
  },
  { description: 'One thing that happened' },
);

export const Attachment = Type.Object(
  {
    mime: text('Media type'),
    bytes: count('Size'),
    path: Type.Optional(text('Where it lay, if it was a file')),
    data: Type.Optional(text('Content in base64; absent when it is not included')),
  },
  { description: 'Content kept once and referred to by hash' },
);

export type Permission = Type.Static<typeof Permission>;
export type Question = Type.Static<typeof Question>;
export type EventError = Type.Static<typeof EventError>;
export type Native = Type.Static<typeof Native>;
export type Chunk = Type.Static<typeof Chunk>;
export type Event = Omit<Type.Static<typeof Event>, 'tools'> & {
  tools?: ToolDefinition[];
  extra?: Record<string, unknown>;
  session?: Record<string, unknown>;
};
export type Attachment = Type.Static<typeof Attachment>;
