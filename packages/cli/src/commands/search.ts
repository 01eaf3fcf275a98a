/** `hansard search`: what was said and done in all sessions of the archive. */
import { archivedAgents, explainNothing, parseQuery, type SearchResult } from '@hansard/archive';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { nothingText } from '../search/nothing-text.ts';
import { remarks, searchText } from '../search/search-text.ts';
import { sessionJson } from '../sessions/archived-sessions.ts';
import { rememberList } from '../sessions/last-list.ts';
import { minuteIn, zoneOf } from '../terminal/words.ts';

/** A terminal of that width shows a snippet on one line. */
const NARROWEST = 40;
const WIDEST = 160;

export function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    const setting = (await context.settings()).get('timezone');
    // Asking for the machine's zone takes as long as a search: it is put off until it is needed.
    const clock = {
      now: Date.now(),
      get timezone() {
        return zoneOf(setting);
      },
      get agents() {
        return archivedAgents(archive);
      },
    };
    const query = parseQuery(args.positionals.join(' '), clock);
    const result = await archive.search.find(query, {
      order: args.flag('ranked') ? 'ranked' : 'newest',
      sessions: args.integer('limit'),
      hits: args.integer('hits'),
      context: args.integer('context') ?? Math.max(NARROWEST, Math.min(WIDEST, context.out.columns - 5)),
      ...(args.flag('deep') && { read: Number.POSITIVE_INFINITY }),
    });
    const explanation = result.sessions.length === 0 ? explainNothing(archive.sql, query) : [];
    if (args.flag('json')) {
      await context.out.write(`${JSON.stringify({ query: query.source, ...toJson(result), explanation }, null, 2)}\n`);
    } else if (result.sessions.length === 0) {
      await context.out.write(nothingText(explanation));
      for (const remark of remarks(result)) context.note(remark);
    } else {
      rememberList(
        host,
        result.sessions.map(({ session }) => session.uuid),
      );
      const minute = minuteIn(setting);
      const { home, out } = context;
      await context.out.write(
        searchText(result, { home, columns: out.columns, minute, colors: await context.colors() }),
      );
    }
    return 0;
  });
}

function toJson({ sessions, ...rest }: SearchResult) {
  return { ...rest, sessions: sessions.map(({ session, ...found }) => ({ ...sessionJson(session), ...found })) };
}
