/** Parameters that several routes take. */
import Type from 'typebox';

const id = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Id of the session, an unambiguous beginning of it of four characters or more, the agent’s own id, or the one that was ' +
    'chosen for a session that is run here',
});

export const SessionParams = Type.Object({ id });
export const TagParams = Type.Object({ id, tag: Type.String({ minLength: 1, maxLength: 64, description: 'The tag' }) });
export const NoteParams = Type.Object({
  id,
  noteId: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the note' }),
});
export const ViewParams = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    description: 'Name of the view',
  }),
});
export const EventParams = Type.Object({
  id,
  eventId: Type.String({ minLength: 1, maxLength: 1000, description: 'Id of the event' }),
});
export const AttachmentParams = Type.Object({
  id,
  hash: Type.String({
    pattern: '^[\\w.+=-]{1,200}$',
    description: 'Key in the transcript’s attachments, such as sha256-…',
  }),
});

export const query = (description: string) => Type.Optional(Type.String({ maxLength: 2000, description }));
export const cursor = Type.Optional(Type.String({ maxLength: 500, description: '`next` of the page before' }));
export const timezone = Type.Optional(
  Type.String({ maxLength: 64, description: 'Time zone as Europe/London; the one that is set unless said' }),
);
export const profile = Type.Optional(
  Type.String({ maxLength: 100, description: 'Privacy profile; the one that is chosen unless said' }),
);
