/** What the user says about sessions: tags, stars and notes; and views of them that are kept by name. */
import Type from 'typebox';
import { count, flag, text, texts } from './fields.ts';
import { VIEW_ADDRESS } from './view-address.ts';

export const TagList = Type.Object(
  {
    tags: Type.Array(Type.Object({ tag: text('The tag'), sessions: count('Sessions that have it') }), {
      description: 'The commonest first',
    }),
  },
  { description: 'Every tag in use' },
);
export type TagList = Type.Static<typeof TagList>;

export const SessionTags = Type.Object(
  { tags: texts('Tags of the session, now') },
  { description: 'The tags of a session' },
);
export const SessionStar = Type.Object(
  { starred: flag('Whether the session is starred, now') },
  { description: 'Whether a session is starred' },
);
export const NewNote = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 65_536, description: 'What is to be noted' }),
    eventId: Type.Optional(text('The event it is about')),
  },
  { description: 'A note to write' },
);
export type NewNote = Type.Static<typeof NewNote>;
export const RemovedNote = Type.Object({ removed: text('Id of the note') }, { description: 'A note that is gone' });

const address = Type.String({
  maxLength: 4000,
  pattern: VIEW_ADDRESS,
  description: 'Address in the page: path and query',
});
export const NewView = Type.Object({ address }, { description: 'What is to be seen in a view' });
export type NewView = Type.Static<typeof NewView>;
export const SavedView = Type.Object({ name: text('Its name'), address }, { description: 'A view that is kept' });
export type SavedView = Type.Static<typeof SavedView>;
export const ViewList = Type.Object(
  { views: Type.Array(SavedView, { description: 'By their names' }) },
  { description: 'Every view that is kept' },
);
export type ViewList = Type.Static<typeof ViewList>;
