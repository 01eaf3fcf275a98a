/**
 * The canonical Transcript: the one noun every adapter writes and every format reads.
 * These TypeBox objects are the published schema (`schema/transcript.schema.json`), the TypeScript
 * types and the validator at once. Everything is open for unknown fields; `type`, `role`,
 * `tool.status`, `source.agent` and `redactions[].type` accept unknown strings, so that later documents stay valid.
 * Its parts are in `model/`. The meaning of every field is specified in docs/format.md.
 */
import Type from 'typebox';
import { Attachment, Event } from './model/event.ts';
import { name } from './model/fields.ts';
import { Metrics } from './model/metrics.ts';
import { Privacy, Submitter } from './model/privacy.ts';
import { Session, Source } from './model/session.ts';

export * from './model/event.ts';
export * from './model/git.ts';
export * from './model/metrics.ts';
export * from './model/privacy.ts';
export * from './model/session.ts';
export * from './model/tool.ts';
export * from './vocabulary.ts';

export const Transcript = Type.Object(
  {
    schemaVersion: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+', description: 'Version of this format' }),
    transcriptId: name('UUID of the transcript, kept as it grows; other writers may use other ids'),
    source: Source,
    session: Session,
    submitter: Type.Union([Submitter, Type.Null()], { description: 'Who shared it; null when nobody did' }),
    privacy: Privacy,
    metrics: Metrics,
    attachments: Type.Optional(
      Type.Object({}, { additionalProperties: Attachment, description: 'Hash to attachment; parts refer to it' }),
    ),
    events: Type.Array(Event, { description: 'What happened, in order' }),
  },
  { description: 'One session of a coding agent, with its subagents' },
);

export type Transcript = Omit<Type.Static<typeof Transcript>, 'events' | 'attachments' | 'session'> & {
  session: Session;
  attachments?: Record<string, Attachment>;
  events: Event[];
};
