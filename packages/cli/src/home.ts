/**
 * `hansard` alone: brings the archive up to date, shows the newest sessions, and says what to do next. In front of
 * somebody it then opens the page, and serves it until it is stopped.
 */
import { Archive } from '@hansard/archive';
import type { Context } from './context.ts';
import { hostOf, includedAgents, syncedReaders } from './machine.ts';
import { hasAudience } from './serve/open-browser.ts';
import { archivedList, archivedText } from './sessions/archived-sessions.ts';
import { findSessions } from './sessions/find-sessions.ts';
import { emptyText } from './sessions/sessions-text.ts';
import { noteProblems, runSync } from './sync/run-sync.ts';
import { syncText } from './sync/sync-text.ts';
import { minuteIn } from './terminal/words.ts';

const NEWEST = 10;

export async function run(context: Context): Promise<number> {
  const status = await summarise(context);
  if (context.out.isTerminal && hasAudience(context.env)) {
    await context.out.write('\n');
    await (await import('./serve/show-page.ts')).showPage(context, {});
  }
  return status;
}

async function summarise(context: Context): Promise<number> {
  const host = hostOf(context);
  const adapters = await includedAgents(context);
  const archive = await Archive.open(host);
  try {
    const summary = await runSync(context, archive, await syncedReaders(context));
    const list = await archivedList(archive.store.sessions, host, { limit: NEWEST });
    if (list.all === 0) await context.out.write(emptyText(await findSessions(host, adapters, { limit: 1 }), host.home));
    else {
      const minute = minuteIn((await context.settings()).get('timezone'));
      const options = { home: host.home, columns: context.out.columns, minute, colors: await context.colors() };
      await context.out.write(`${syncText(summary, archive.home, host.home)}\n${archivedText(list, options)}${NEXT}`);
    }
    noteProblems(context, summary);
    return summary.problems.length > 0 ? 1 : 0;
  } finally {
    archive.close();
  }
}

const NEXT = `
  hansard serve --open   all of it in the browser
  hansard search WORDS   what was said and done, in all sessions
  hansard cost           what it cost, by day
  hansard sync --watch   keep up with what is being written
  hansard help           all commands
`;
