/** `hansard tag`: tags of sessions. */
import { type Archive, type SessionFound, sessionLine } from '@hansard/archive';
import { Failure, neutraliseLine } from '@hansard/core';
import { namedSession } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [selector, action = 'list', ...tags] = args.positionals;
  if (action !== 'list' && tags.length === 0) throw new Failure('bad-argument', `tag ${action} needs a tag.`);
  return withArchive(context, async (archive, host) => {
    const isJson = args.flag('json');
    if (selector === undefined) {
      await context.out.write(isJson ? jsonText({ tags: archive.journal.allTags() }) : allText(archive));
      return 0;
    }
    const session = namedSession(archive, host, selector);
    archive.sql.transaction(() => change(archive, session, action, tags));
    const now = archive.journal.tags(session.key);
    await context.out.write(isJson ? jsonText({ session: session.uuid, tags: now }) : plainText(session, now));
    return 0;
  });
}

function change({ journal }: Archive, { key }: SessionFound, action: string, tags: readonly string[]): void {
  const now = new Date().toISOString();
  for (const tag of tags) {
    if (action === 'add') journal.tag(key, tag, now);
    else if (action === 'remove') journal.untag(key, tag);
  }
}

function plainText(session: SessionFound, tags: readonly string[]): string {
  return `${sessionLine(session)}\n${tags.length > 0 ? tags.map(neutraliseLine).join('\n') : '(no tags)'}\n`;
}

function allText({ journal }: Archive): string {
  const tags = journal.allTags();
  if (tags.length === 0) return 'No session is tagged yet. Tag one with `hansard tag SESSION add TAG`.\n';
  return `${table(tags.map(({ tag, sessions }) => [neutraliseLine(tag), count(sessions, 'session')]))}\n`;
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
