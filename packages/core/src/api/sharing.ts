/** What the dialog for exports needs: formats, profiles, and what a profile would take out of a session. */
import Type from 'typebox';
import { count, countOrNull, flag, oneOf, text, textOrNull, texts } from './fields.ts';

export const FormatOptionInfo = Type.Object(
  {
    name: text('Name'),
    kind: oneOf(['flag', 'number', 'text'], 'Kind of value'),
    values: Type.Optional(texts('Values it may have')),
    default: Type.Union([Type.String(), Type.Number(), Type.Boolean()], { description: 'When it is not given' }),
    description: text('What it does'),
  },
  { description: 'An option of a format' },
);

export const FormatList = Type.Object(
  {
    formats: Type.Array(
      Type.Object({
        id: text('Id, as `to` takes it'),
        label: text('Name'),
        description: text('One sentence'),
        extension: text('Of its files'),
        mediaType: text('Media type'),
        layout: oneOf(['file', 'folder'], 'A folder is sent as one archive of files'),
        options: Type.Array(FormatOptionInfo, { description: 'What `with` takes' }),
      }),
      { description: 'Formats that can be written' },
    ),
  },
  { description: 'Formats for exports' },
);
export type FormatList = Type.Static<typeof FormatList>;

export const ProfileList = Type.Object(
  {
    chosen: text('The profile that is used when none is named'),
    profiles: Type.Array(
      Type.Object({
        name: text('Name'),
        purpose: text('What it is for'),
        local: flag('It takes nothing out: for files that stay on the machine'),
        builtIn: flag('It comes with Hansard'),
        allowed: flag('Exports over this server may use it'),
      }),
      { description: 'Privacy profiles' },
    ),
  },
  { description: 'Privacy profiles' },
);
export type ProfileList = Type.Static<typeof ProfileList>;

export const RuleCount = Type.Object(
  { ruleId: text('Rule'), type: text('secret, pii, …'), count: count('How often') },
  { description: 'What one rule took out' },
);

export const PreviewChange = Type.Object(
  {
    event: textOrNull('Id of the event; null for what is said of the session'),
    seq: countOrNull('Its number in the document'),
    eventType: textOrNull('Its type'),
    field: text('Path of the field'),
    ruleId: text('Rule that found it'),
    type: text('secret, pii, …'),
    placeholder: text('What would stand in its place'),
    before: Type.Optional(text('What stands there now; absent where the field itself goes')),
  },
  { description: 'One thing that would be taken out' },
);

export const PreviewAnswer = Type.Object(
  {
    session: text('Id of the session'),
    profile: text('Name of the profile'),
    events: Type.Object({ all: count('Events'), dropped: count('Events of which only a note would be left') }),
    leftOut: Type.Object(
      {
        content: texts(
          'Kinds of content that would not be there, with how many events each is in: `tool output (312)`',
        ),
        replaced: texts('Kinds of values that something else would stand for: `2 secrets`'),
      },
      { description: 'What would be taken out, in plain words' },
    ),
    counts: Type.Array(RuleCount, { description: 'The most frequent first' }),
    changes: Type.Array(PreviewChange, { description: 'In the order of the transcript' }),
    hasMore: flag('There are more changes than are sent'),
  },
  { description: 'What a profile would take out of a session' },
);
export type PreviewAnswer = Type.Static<typeof PreviewAnswer>;
