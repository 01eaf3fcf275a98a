/**
 * Tells the link to the page, opens it where somebody would see it, and serves until that is enough. A server that runs
 * already shows it, unless a port was asked for.
 */
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { canOpenBrowser, openBrowser } from './open-browser.ts';
import { openServer, type ServeOptions, untilStopped } from './open-server.ts';
import { linkToRunning } from './running-server.ts';

export async function showPage(
  context: Context,
  options: Partial<ServeOptions>,
  place?: { readonly session: string; readonly event?: string },
): Promise<void> {
  const running = place && options.port === undefined ? await linkToRunning(hostOf(context), place) : undefined;
  if (running !== undefined) return tell(context, running, '.');
  await serveUntilStopped(context, options, place);
}

async function serveUntilStopped(
  context: Context,
  options: Partial<ServeOptions>,
  place: { readonly session: string; readonly event?: string } | undefined,
): Promise<void> {
  const { running, close } = await openServer(context, { watch: true, unredacted: false, ...options });
  const link = place ? running.linkTo(place.session, place.event) : running.link;
  await tell(context, link, '; Ctrl-C ends it.');
  await untilStopped();
  await close();
}

async function tell(context: Context, link: string, end: string): Promise<void> {
  const opens = canOpenBrowser(context.env);
  const what = opens ? 'The page opens in your browser' : 'Open this link in a browser';
  await context.out.write(`${link}\n${what}${end}\n`);
  await context.out.flush();
  if (opens) openBrowser(link);
}
