/** `hansard commits`: the commits that a session led to. */

import type { Archive } from '@hansard/archive';
import { type LinkRow, LinkRows, linkSession, Repository, type SessionFound } from '@hansard/archive';
import { Failure, neutraliseLine } from '@hansard/core';
import { namedSessionToRead } from '../archive/named-session.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { withSynced } from '../git/with-repository.ts';
import { fit, table } from '../terminal/table.ts';
import { minuteIn } from '../terminal/words.ts';

export function run(context: Context, args: Arguments): Promise<number> {
  return withSynced(context, async (archive, host) => {
    const session = namedSessionToRead(archive, host, args.positionals[0] as string);
    await look(context, archive, session);
    const links = new LinkRows(archive.sql).ofSession(session.key);
    if (args.flag('json')) {
      const commits = links.map(({ sessionKey: _key, ...link }) => ({
        ...link,
        committed: new Date(link.committed).toISOString(),
      }));
      await context.out.write(`${JSON.stringify({ session: session.uuid, commits }, null, 2)}\n`);
    } else await context.out.write(await textOf(context, links));
    return 0;
  });
}

/** In the repository of the session's folder; where that is gone, what is known is shown. */
async function look(context: Context, archive: Archive, session: SessionFound): Promise<void> {
  if (session.project === null) return;
  let repository: Repository;
  try {
    repository = await Repository.open(session.project, context.env);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.note(`${session.project}: ${error.message} Only what is known already is shown.`);
    return;
  }
  try {
    await linkSession(archive, repository, session, { now: new Date().toISOString() });
  } finally {
    repository.close();
  }
}

async function textOf(context: Context, links: readonly LinkRow[]): Promise<string> {
  if (links.length === 0) return 'No known commit contains anything that this session wrote.\n';
  const minute = minuteIn((await context.settings()).get('timezone'));
  const rows = links.map(({ revision, committed, tier, lines, alive, reachable, summary }) => [
    revision.slice(0, 12),
    minute(new Date(committed).toISOString()),
    tier,
    `${lines} lines`,
    `${alive ?? '?'} alive`,
    reachable ? '' : 'unreachable',
    fit(neutraliseLine(summary), 60),
  ]);
  return `${table(rows)}\n`;
}
