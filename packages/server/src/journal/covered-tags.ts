/**
 * Tags as who gets content through a profile may see them: of sessions that it covers, and by names that went the way of
 * the session's other texts. Redacting a session takes long: what became of its tags is remembered while both stay the same.
 */
import { Failure } from '@hansard/core';
import type { TagList } from '@hansard/core/api/journal.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { journalOf } from '../parts.ts';

type Tags = readonly string[];

const MOST_KNOWN = 20_000;
const KNOWN = new WeakMap<Content, Map<string, Tags>>();

export async function coveredTags(app: App, content: Content): Promise<TagList> {
  const counts = new Map<string, number>();
  for (const session of await journalOf(app).tagged()) {
    for (const tag of await tagsOf(app, content, session)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const tags = [...counts].map(([tag, sessions]) => ({ tag, sessions }));
  return { tags: tags.sort((a, b) => b.sessions - a.sessions || (a.tag < b.tag ? -1 : 1)) };
}

async function tagsOf(app: App, content: Content, session: SessionId): Promise<Tags> {
  const position = await app.store.changes.position(session);
  if (!position) return [];
  const plain = await journalOf(app).tags(session);
  const known = KNOWN.get(content) ?? new Map<string, Tags>();
  KNOWN.set(content, known);
  const state = JSON.stringify([session, position.lastSeq, plain]);
  const tags = known.get(state) ?? (await mayLeave(content, session, plain));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(state, tags);
  return tags;
}

async function mayLeave(content: Content, session: SessionId, tags: Tags): Promise<Tags> {
  try {
    return await content.answer(session, tags);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
