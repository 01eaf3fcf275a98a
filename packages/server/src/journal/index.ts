/** What the user says about sessions: tags, stars, notes. */
import { Failure } from '@hansard/core';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Handlers } from '../handler.ts';
import { journalOf } from '../parts.ts';
import { Refusal } from '../problems.ts';
import { coveredSession } from '../sessions/covered-session.ts';
import { coveredTags } from './covered-tags.ts';

const now = (): string => new Date().toISOString();

export const journalHandlers: Handlers = {
  tags: async (app, { content }) =>
    content.profile === null ? { tags: await journalOf(app).allTags() } : coveredTags(app, content),
  'add-tag': async (app, { params, content }) => {
    const journal = journalOf(app);
    const session = await coveredSession(app, content, params.id);
    await journal.tag(session, params.tag, now());
    return tagsOf(app, content, session);
  },
  'remove-tag': async (app, { params, content }) => {
    const journal = journalOf(app);
    const session = await coveredSession(app, content, params.id);
    await journal.untag(session, params.tag);
    return tagsOf(app, content, session);
  },
  'add-star': async (app, { params, content }) => {
    await journalOf(app).star(await coveredSession(app, content, params.id), now());
    return { starred: true };
  },
  'remove-star': async (app, { params, content }) => {
    await journalOf(app).unstar(await coveredSession(app, content, params.id));
    return { starred: false };
  },
  'add-note': async (app, { params, body, content }) => {
    const journal = journalOf(app);
    const session = await coveredSession(app, content, params.id);
    const eventId = body.eventId === undefined ? null : await eventIn(app, session, body.eventId);
    return content.answer(session, await journal.addNote(session, eventId, body.text, now()));
  },
  'remove-note': async (app, { params, content }) => {
    const journal = journalOf(app);
    const isRemoved = await journal.removeNote(await coveredSession(app, content, params.id), params.noteId);
    if (!isRemoved) throw new Refusal('not-found', 'The session has no such note.');
    return { removed: params.noteId };
  },
};

async function eventIn({ store }: App, session: SessionId, selector: string): Promise<string> {
  const place = await store.events.place(session, selector);
  if (place) return place.id;
  throw new Failure('unknown-event', `The session has no event "${selector}".`);
}

const tagsOf = async (app: App, content: Content, session: SessionId) =>
  content.answer(session, { tags: [...(await journalOf(app).tags(session))] });
