/** What was taken out of a transcript before it left, and who shared it. */
import Type from 'typebox';
import { count, flag, name, text, texts } from './fields.ts';

export const Submitter = Type.Object(
  {
    keyId: text('Public id of the submission key'),
    pseudonym: text('Stable hash that groups submissions of one person'),
    identityLinked: flag('The submitter chose to be known'),
    hub: Type.Optional(text('Hub that the key belongs to')),
  },
  { description: 'Who shared it: pseudonymous, key-derived; never raw personal data' },
);

export const Redaction = Type.Object(
  {
    field: text('Path of the field within the event, such as tool.output'),
    ruleId: text('Rule that found it'),
    type: text('secret, pii, or another kind'),
    placeholder: text('What stands in its place'),
    start: Type.Optional(count('Where the placeholder begins in the redacted text, in UTF-16 units')),
    end: Type.Optional(count('Where it ends')),
    key: Type.Optional(flag('It stands in the name of the field, not in its value')),
    encoding: Type.Optional(text('base64: the value is encoded, and start and end are places of what it encodes')),
  },
  { description: 'One thing that was removed' },
);

export const Privacy = Type.Object(
  {
    profile: name('Profile that was applied; none when nothing was'),
    redactionApplied: flag('Secrets and personal data were removed'),
    anonymizationApplied: flag('Names and paths were replaced'),
    rulesApplied: texts('Ids of the rules that ran'),
    redactionCount: count('How many things were removed'),
    contentPolicy: Type.Optional(
      Type.Object(
        {
          includeFileContents: Type.Optional(flag('Contents of files are included')),
          toolOutput: Type.Optional(text('full, truncated, metadata-only or none')),
          reasoning: Type.Optional(flag('Reasoning is included')),
          images: Type.Optional(flag('Pictures are included')),
        },
        { description: 'What kinds of content are included' },
      ),
    ),
    redactions: Type.Optional(Type.Array(Redaction, { description: 'What was removed outside events' })),
  },
  { description: 'Receipt of what redaction and anonymisation did' },
);

export type Submitter = Type.Static<typeof Submitter>;
export type Redaction = Type.Static<typeof Redaction>;
export type Privacy = Type.Static<typeof Privacy>;
