/** `hansard note`: notes on sessions and events. */
import { text as textOf } from 'node:stream/consumers';
import { type Archive, findEvent, type Note, type SessionFound, sessionByKey, sessionLine } from '@hansard/archive';
import { Failure, neutralise, neutraliseLine } from '@hansard/core';
import { namedSession } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { minuteIn } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [selector, action = 'list', ...words] = args.positionals;
  if (action !== 'list' && words.length === 0) {
    const what = action === 'add' ? 'the text of the note' : 'the id of the note';
    throw new Failure('bad-argument', `note ${action} needs ${what}.`);
  }
  if (action !== 'add' && args.text('event') !== undefined)
    throw new Failure('bad-argument', '--event goes with `add`.');
  const text = words.length === 1 && words[0] === '-' ? (await textOf(context.stdin)).trimEnd() : words.join(' ');
  return withArchive(context, async (archive, host) => {
    const session = selector === undefined ? undefined : namedSession(archive, host, selector);
    if (session) change(archive, session, action, text, args.text('event'));
    const notes = archive.journal.notes(session?.key);
    await context.out.write(
      args.flag('json') ? jsonText(archive, notes) : await plainText(context, archive, session, notes),
    );
    return 0;
  });
}

function change(archive: Archive, session: SessionFound, action: string, text: string, event?: string): void {
  if (action === 'remove') archive.journal.removeNote(session.key, text);
  if (action !== 'add') return;
  const eventKey = event === undefined ? null : findEvent(archive, session.id, event);
  archive.journal.addNote(session.key, eventKey, text, new Date().toISOString());
}

async function plainText(
  context: Context,
  archive: Archive,
  session: SessionFound | undefined,
  notes: readonly Note[],
): Promise<string> {
  if (notes.length === 0) return session ? `${sessionLine(session)}\n(no notes)\n` : 'There are no notes yet.\n';
  const minute = minuteIn((await context.settings()).get('timezone'));
  const lines: string[] = [];
  let last: string | undefined;
  for (const note of [...notes].sort((a, b) => compare(a.sessionKey, b.sessionKey))) {
    if (note.sessionKey !== last) lines.push(headOf(archive, note.sessionKey));
    last = note.sessionKey;
    const on = note.eventKey === null ? '' : `  on ${neutraliseLine(note.eventKey)}`;
    lines.push(`${note.id.slice(0, 8)}  ${minute(note.written)}${on}`);
    lines.push(neutralise(note.text).replaceAll(/^/gm, '    '));
  }
  return `${lines.join('\n')}\n`;
}

/** A session can be away for a while, when its notes came with another machine's journal. */
function headOf(archive: Archive, key: string): string {
  const session = sessionByKey(archive, key);
  return session ? sessionLine(session) : neutraliseLine(key);
}

function jsonText(archive: Archive, notes: readonly Note[]): string {
  const list = notes.map(({ id, sessionKey, eventKey, text, written }) => ({
    id,
    session: sessionByKey(archive, sessionKey)?.uuid ?? null,
    event: eventKey,
    text,
    written,
  }));
  return `${JSON.stringify({ notes: list }, null, 2)}\n`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
