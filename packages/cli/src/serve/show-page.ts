/** Tells the link to the page, opens it where somebody would see it, and serves until that is enough. */
import type { Context } from '../context.ts';
import { canOpenBrowser, openBrowser } from './open-browser.ts';
import { openServer, type ServeOptions, untilStopped } from './open-server.ts';

export async function showPage(
  context: Context,
  options: Partial<ServeOptions>,
  place?: { readonly session: string; readonly event?: string },
): Promise<void> {
  const { running, close } = await openServer(context, { watch: true, unredacted: false, ...options });
  const link = place ? running.linkTo(place.session, place.event) : running.link;
  const opens = canOpenBrowser(context.env);
  const what = opens ? 'The page opens in your browser' : 'Open this link in a browser';
  await context.out.write(`${link}\n${what}; Ctrl-C ends it.\n`);
  await context.out.flush();
  if (opens) openBrowser(link);
  await untilStopped();
  await close();
}
