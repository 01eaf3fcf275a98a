/** Shows numbers again whenever an agent has written something, until it is interrupted. */
import { Archive, exclusionsOf, watch, watchFolder } from '@hansard/archive';
import type { NumbersStore } from '@hansard/core/numbers/report.ts';
import type { Context } from '../context.ts';
import { hostOf, syncedReaders } from '../machine.ts';
import { untilStopped } from '../serve/open-server.ts';

/** Top left, and nothing below. */
const CLEAR = '\u001b[H\u001b[2J\u001b[3J';
/** Days end, and windows close, without anything being written. */
const AGAIN_MS = 60_000;

export async function watchNumbers(context: Context, show: (store: NumbersStore) => Promise<void>): Promise<void> {
  const host = hostOf(context);
  const archive = await Archive.open(host);
  let drawing: Promise<void> = Promise.resolve();
  const draw = () => {
    drawing = drawing.then(async () => {
      if (context.out.isTerminal) await context.out.write(CLEAR);
      await show(archive.store);
      await context.out.write(context.out.isTerminal ? 'Watching; Ctrl-C ends it.\n' : '\n');
      await context.out.flush();
    });
  };
  const watching = await watch({
    archive,
    adapters: await syncedReaders(context),
    host,
    exclusions: exclusionsOf(host, (await context.settings()).get('exclude.projects')),
    clock: () => new Date().toISOString(),
    watchFolder,
    synced: draw,
    failed: (error) => context.note(error.message),
    refused: (folder, error) => context.note(`${folder} cannot be watched (${error.message}).`),
  });
  const timer = setInterval(draw, AGAIN_MS);
  await untilStopped();
  clearInterval(timer);
  await watching.close();
  await drawing;
  archive.close();
}
