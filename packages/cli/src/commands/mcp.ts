/** `hansard mcp`: the archive for agents, over standard input and output. */
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { patternRunner } from '@hansard/archive';
import { GatedTexts } from '@hansard/core/redacted/gated-texts.ts';
import { LeftWords } from '@hansard/core/redacted/left-words.ts';
import { RedactedSessions } from '@hansard/core/redacted/redacted-sessions.ts';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { withArchive } from '../archive/with-archive.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { createServer } from '../mcp/server.ts';
import type { Desk } from '../mcp/tool.ts';
import { chosenProfile, openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import { zoneOf } from '../terminal/words.ts';
import { priceBook } from '../transcripts/price-book.ts';

export async function run(context: Context): Promise<number> {
  const desk = await openDesk(context);
  const report = (error: unknown) =>
    context.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const server = serveStdio(() => createServer(desk, { version: context.version, report }), { onerror: report });
  await finished(context.stdin, { writable: false }).catch(report);
  await server.close();
  return 0;
}

/** Everything that can be wrong with profile and settings is told before anybody connects. */
async function openDesk(context: Context): Promise<Desk> {
  const settings = await context.settings();
  const own = await ownPrivacyOf(context);
  const profile = await chosenProfile(context, own);
  const gate = openGate(hostOf(context), profile, own);
  return {
    profile: profile.name,
    sessions: new RedactedSessions(gate, Date.now),
    texts: new GatedTexts(gate),
    words: new LeftWords({ clock: Date.now, pause: () => setImmediate() }),
    timezone: zoneOf(settings.get('timezone')),
    prices: () => priceBook(settings.get('prices')),
    matcher: patternRunner,
    withStore: (work) => withArchive(context, (archive) => work(archive.store)),
  };
}
