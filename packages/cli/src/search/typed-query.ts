/** A query as it was typed after a command. */
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import type { Query } from '@hansard/core/query/query.ts';
import type { StoreSessions } from '@hansard/core/store/sessions.ts';
import { knownAgents } from '@hansard/core/views/agents.ts';
import type { Context } from '../context.ts';
import { zoneOf } from '../terminal/words.ts';

/** Asking for the machine's zone takes as long as a search, and for agents a statement: only where they are named. */
export async function typedQuery(
  context: Context,
  sessions: Pick<StoreSessions, 'agents'>,
  words: readonly string[],
): Promise<Query> {
  const source = words.join(' ');
  const timezone = (await context.settings()).get('timezone');
  return parseQuery(source, {
    now: Date.now(),
    get timezone() {
      return zoneOf(timezone);
    },
    agents: /agent:/i.test(source) ? await knownAgents(sessions) : [],
  });
}
