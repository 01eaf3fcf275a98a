/** `hansard serve`: the archive in the browser, and over HTTP for programs, until it is stopped. */

import { Failure } from '@hansard/core';
import { isLoopback } from '@hansard/server';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { runningDaemon } from '../live/daemon-file.ts';
import { canOpenBrowser, openBrowser } from '../serve/open-browser.ts';
import { openServer, untilStopped } from '../serve/open-server.ts';
import { portOf } from '../serve/port.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const port = portOf(args.text('port'));
  const cors = originOf(args.text('cors'));
  const [host, unredacted, watch] = [args.text('host'), args.flag('unredacted'), !args.flag('no-watch')];
  const live = args.flag('live');
  if (live && !isLoopback(host ?? '127.0.0.1'))
    throw new Failure('bad-argument', 'Agents are not run for other machines: --live and --host do not go together.', {
      remedy: 'Leave --host away, and reach this machine by ssh if you have to.',
    });
  const daemon = live ? runningDaemon(context) : undefined;
  if (daemon)
    throw new Failure('bad-argument', `A server that runs agents is there already: ${daemon.url}.`, {
      remedy: 'Use that one, or end it with `hansard daemon stop`.',
    });
  const { running, close } = await openServer(context, { host, port, cors, watch, unredacted, live });
  const { url, link, app } = running;
  const profile = app.contents.profile?.name ?? null;
  if (args.flag('json')) {
    const { loopback } = app;
    await context.out.write(
      `${JSON.stringify({ url, link, port: running.port, loopback, watching: watch, profile })}\n`,
    );
  } else {
    const told = isLoopback(host ?? '127.0.0.1') ? [] : abroad(profile);
    const watched = watch ? ['Sessions appear and grow as agents write them. '] : [''];
    const runs = live ? `Agents can be run in ${process.cwd()}. ` : '';
    await context.out.write(`${[link, ...told].join('\n')}\n${watched}${runs}Ctrl-C ends it.\n`);
  }
  await context.out.flush();
  if (args.flag('open') && canOpenBrowser(context.env)) openBrowser(link);
  await untilStopped();
  await close();
  return 0;
}

/** What whoever opens the archive to a network has to know. */
function abroad(profile: string | null): string[] {
  const who = 'Other machines can reach it. They need the token that is in the link';
  if (profile === null) return [`${who}, and then read everything UNREDACTED, secrets included.`];
  return [`${who}; whatever they are sent goes through the privacy profile ${profile}.`];
}

/** As browsers send it: scheme, host and port, and nothing behind. */
function originOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== 'null' && /^https?:/.test(origin)) return origin;
  throw new Failure('bad-argument', `--cors is "${text}", which is no origin.`, {
    remedy: 'Write it as https://tool.example or http://localhost:5173.',
  });
}
