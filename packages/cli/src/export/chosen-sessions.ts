/** The sessions that an export is of: named one by one, found by a query, or all. */
import { type Archive, findSession, type SessionFound, sessionByUuid } from '@hansard/archive';
import { Failure, type Host } from '@hansard/core';
import type { Query } from '@hansard/core/query/query.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { typedQuery } from '../search/typed-query.ts';
import { lastList } from '../sessions/last-list.ts';

export interface ChosenSessions {
  readonly sessions: readonly SessionFound[];
  /** Found by a query or all: how many there are was not said. */
  readonly isSearch: boolean;
}

export async function chosenSessions(
  context: Context,
  args: Arguments,
  archive: Archive,
  host: Host,
  command = 'export',
): Promise<ChosenSessions> {
  const words = args.positionals;
  if (args.flag('all')) {
    if (words.length > 0) throw new Failure('bad-argument', 'Give sessions, a query, or --all, but only one of them.');
    return { sessions: await matching(archive), isSearch: true };
  }
  if (words.length === 0) {
    throw new Failure('bad-argument', `${command} needs sessions or a query, or --all for all sessions.`, {
      remedy: `Run \`hansard ${command} --help\` to see what it takes.`,
    });
  }
  const named = namedOnes(archive, host, words);
  if (named) return { sessions: named, isSearch: false };
  const sessions = await matching(archive, await typedQuery(context, archive.store.sessions, words));
  if (sessions.length > 0) return { sessions, isSearch: true };
  throw new Failure('unknown-session', `No session has that id, and none matches the query ${words.join(' ')}.`, {
    remedy: 'Run `hansard sessions` with the same words to try it.',
  });
}

/** More than there are. */
const ALL = 1_000_000_000;

/** Newest first. */
async function matching(archive: Archive, query?: Query): Promise<SessionFound[]> {
  const { sessions } = await archive.store.sessions.page({ order: 'newest', query, limit: ALL });
  return sessions.flatMap(({ id }) => sessionByUuid(archive, id) ?? []);
}

/** Undefined when the words are a query. What looks like an id is one, so that a slip exports nothing else. */
function namedOnes(archive: Archive, host: Host, words: readonly string[]): SessionFound[] | undefined {
  const listed = lastList(host);
  const found = new Map<number, SessionFound>();
  let unknown: Failure | undefined;
  for (const word of words) {
    try {
      const session = findSession(archive, word, { listed });
      found.set(session.id, session);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'unknown-session' || isId(word)) throw error;
      unknown ??= error;
    }
  }
  if (unknown && found.size > 0) throw unknown;
  return unknown ? undefined : [...found.values()];
}

/** Numbers, beginnings of ids, and paths. */
const isId = (word: string): boolean =>
  /^#?\d+$|^(?=.*\d)[0-9a-f-]{4,}$|^[0-9a-f]{8}|^[.~]?[\\/]|^[a-z]:\\|\.jsonl?$/i.test(word.trim());
