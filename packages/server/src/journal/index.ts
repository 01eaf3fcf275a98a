/** What the user says about sessions: tags, stars, notes. */
import { findEvent } from '@hansard/archive';
import type { App } from '../app.ts';
import type { Handlers } from '../handler.ts';
import { Refusal } from '../problems.ts';
import { namedSession } from '../sessions/named-session.ts';

const now = (): string => new Date().toISOString();

export const journalHandlers: Handlers = {
  tags: ({ archive, content }) => content.answer(null, { tags: archive.journal.allTags() }),
  'add-tag': (app, { params }) => {
    const { key } = namedSession(app, params.id);
    return changed(app, app.archive.journal.tag(key, params.tag, now()), key);
  },
  'remove-tag': (app, { params }) => {
    const { key } = namedSession(app, params.id);
    return changed(app, app.archive.journal.untag(key, params.tag), key);
  },
  'add-star': (app, { params }) => {
    if (app.archive.journal.star(namedSession(app, params.id).key, now())) app.changes.tell();
    return { starred: true };
  },
  'remove-star': (app, { params }) => {
    if (app.archive.journal.unstar(namedSession(app, params.id).key)) app.changes.tell();
    return { starred: false };
  },
  'add-note': (app, { params, body }) => {
    const { id, key } = namedSession(app, params.id);
    const eventId = body.eventId === undefined ? null : findEvent(app.archive, id, body.eventId);
    const note = app.archive.journal.addNote(key, eventId, body.text, now());
    app.changes.tell();
    return app.content.answer(id, { id: note.id, eventId: note.eventKey, text: note.text, written: note.written });
  },
  'remove-note': (app, { params }) => {
    const { key } = namedSession(app, params.id);
    const note = app.archive.journal.notes(key).find(({ id }) => id === params.noteId);
    if (!note) throw new Refusal('not-found', 'The session has no such note.');
    app.archive.journal.removeNote(key, note.id);
    app.changes.tell();
    return { removed: note.id };
  },
};

function changed(app: App, isNew: boolean, key: string) {
  if (isNew) app.changes.tell();
  return app.content.answer(null, { tags: app.archive.journal.tags(key) });
}
