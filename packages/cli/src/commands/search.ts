/** `hansard search`: what was said and done in all sessions of the archive. */
import type { SearchResult } from '@hansard/core/store/search.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { nothingText } from '../search/nothing-text.ts';
import { remarks, searchText } from '../search/search-text.ts';
import { typedQuery } from '../search/typed-query.ts';
import { sessionJson } from '../sessions/archived-sessions.ts';
import { rememberList } from '../sessions/last-list.ts';
import { minuteIn } from '../terminal/words.ts';

/** A terminal of that width shows a snippet on one line. */
const NARROWEST = 40;
const WIDEST = 160;

export function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    const setting = (await context.settings()).get('timezone');
    const { store } = archive;
    const query = await typedQuery(context, store.sessions, args.positionals);
    const result = await store.search.find(query, {
      order: args.flag('newest') ? 'newest' : 'ranked',
      sessions: args.integer('limit'),
      hits: args.integer('hits'),
      context: args.integer('context') ?? Math.max(NARROWEST, Math.min(WIDEST, context.out.columns - 5)),
      ...(args.flag('deep') && { read: Number.POSITIVE_INFINITY }),
    });
    const explanation = result.sessions.length === 0 ? await store.search.explain(query) : [];
    if (args.flag('json')) {
      await context.out.write(`${JSON.stringify({ query: query.source, ...toJson(result), explanation }, null, 2)}\n`);
    } else if (result.sessions.length === 0) {
      const { sessions } = await store.sessions.page({ order: 'newest', limit: 1 });
      await context.out.write(nothingText(explanation, sessions.length === 0));
      for (const remark of remarks(result)) context.note(remark);
    } else {
      rememberList(
        host,
        result.sessions.map(({ session }) => session.id),
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

function toJson({ sessions, patterns, ...rest }: SearchResult) {
  return {
    ...rest,
    patterns: patterns && { ...patterns, abandoned: patterns.abandoned.map(({ number }) => number) },
    sessions: sessions.map(({ session, ...found }) => ({ ...sessionJson(session), ...found })),
  };
}
