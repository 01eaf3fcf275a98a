/** `hansard shared`: what left the machine, and what has changed since. */
import { type Archive, Ledger, type SessionFound, type SharedState, sessionByKey } from '@hansard/archive';
import { type Host, neutraliseLine } from '@hansard/core';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { fitEnd, table } from '../terminal/table.ts';
import { grouped, minuteIn, tilde } from '../terminal/words.ts';

/** Columns that a destination may take in a table. */
const DESTINATION = 48;

export async function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    const entries = entriesOf(archive, host, args.positionals);
    if (args.flag('json')) {
      const shared = entries.map((entry) => toJson(entry, sessionByKey(archive, entry.sessionKey)));
      await context.out.write(`${JSON.stringify({ shared }, null, 2)}\n`);
      return 0;
    }
    const minute = minuteIn((await context.settings()).get('timezone'));
    await context.out.write(entries.length === 0 ? NOTHING : plainText(archive, host, entries, minute));
    return 0;
  });
}

const NOTHING = 'Nothing has left yet. `hansard export` lets sessions out.\n';

function entriesOf(archive: Archive, host: Host, selectors: readonly string[]): SharedState[] {
  const ledger = new Ledger(archive.sql);
  if (selectors.length === 0) return ledger.entries();
  return namedSessions(archive, host, selectors).flatMap(({ key }) => ledger.entries(key));
}

/** In the middle of a word or two, what the session has become since. */
function sinceOf({ hash, lastSeq, nowSeq }: SharedState): string {
  if (hash === '') return 'interrupted';
  if (nowSeq === undefined) return 'no longer kept';
  return nowSeq > lastSeq ? `${grouped(nowSeq - lastSeq)} events more` : 'unchanged';
}

function toJson(entry: SharedState, session: SessionFound | undefined) {
  const { sessionKey: _key, receipt, nowSeq, hash, ...rest } = entry;
  return {
    session: session?.uuid ?? null,
    title: session?.title ?? session?.firstWords ?? null,
    ...rest,
    hash: hash === '' ? null : hash,
    complete: hash !== '',
    eventsSince: nowSeq === undefined ? null : nowSeq - entry.lastSeq,
    changed: nowSeq === undefined ? null : nowSeq > entry.lastSeq,
    receipt: JSON.parse(receipt) as unknown,
  };
}

function plainText(
  archive: Archive,
  host: Host,
  entries: readonly SharedState[],
  minute: (time: string) => string,
): string {
  const rows = entries.map((entry) => {
    const session = sessionByKey(archive, entry.sessionKey);
    const destination = entry.destination === '-' ? 'standard output' : tilde(entry.destination, host.home);
    return [
      minute(entry.at),
      session ? session.uuid.slice(0, 8) : '(erased)',
      entry.profile,
      entry.format,
      String(entry.generation),
      sinceOf(entry),
      fitEnd(destination, DESTINATION),
    ].map(neutraliseLine);
  });
  return `${table([['when', 'session', 'profile', 'format', 'generation', 'since', 'to'], ...rows])}\n`;
}
