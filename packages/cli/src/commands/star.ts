/** `hansard star`: sessions that matter. */
import { type Archive, type SessionFound, sessionByKey, sessionLine } from '@hansard/archive';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    const sessions = namedSessions(archive, host, args.positionals);
    const now = new Date().toISOString();
    archive.sql.transaction(() => {
      for (const { key } of sessions) {
        if (args.flag('remove')) archive.journal.unstar(key);
        else archive.journal.star(key, now);
      }
    });
    const starred = starredIn(archive);
    await context.out.write(args.flag('json') ? jsonText(starred) : plainText(starred));
    return 0;
  });
}

function starredIn(archive: Archive): SessionFound[] {
  return archive.journal.starred().flatMap((key) => sessionByKey(archive, key) ?? []);
}

function plainText(starred: readonly SessionFound[]): string {
  if (starred.length === 0) return 'No session is starred. Star one with `hansard star SESSION`.\n';
  return `${starred.map((session) => `★ ${sessionLine(session)}`).join('\n')}\n`;
}

function jsonText(starred: readonly SessionFound[]): string {
  const list = starred.map(({ id, uuid, agent, nativeId, title }) => ({
    number: id,
    id: uuid,
    agent,
    nativeId,
    title,
  }));
  return `${JSON.stringify({ starred: list }, null, 2)}\n`;
}
