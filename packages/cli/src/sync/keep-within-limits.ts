/** Removes what the settings say is not to be kept any longer, and says what it removed. */
import { type Archive, applyRetention, type RemovedSession, readers, sessionLine } from '@hansard/archive';
import type { Host } from '@hansard/core';
import type { Context } from '../context.ts';
import { bytesOf } from '../settings.ts';
import { count } from '../terminal/words.ts';

export interface RemovedJson {
  readonly number: number;
  readonly id: string;
  readonly reason: RemovedSession['reason'];
}

const SHOWN = 10;

export async function keepWithinLimits(
  context: Context,
  archive: Archive,
  host: Host,
  now: string,
  { trustClock = false }: { trustClock?: boolean } = {},
): Promise<RemovedJson[]> {
  const settings = await context.settings();
  const days = settings.get('retention.days') || undefined;
  const bytes = bytesOf(settings.get('retention.size'));
  if (days === undefined && bytes === undefined) return [];
  const removed = await applyRetention(archive, {
    host,
    adapters: readers,
    now,
    days,
    bytes,
    trustClock,
    distrusted: (known) => context.note(distrustedText(known, now)),
  });
  if (removed.length > 0) context.note(removedText(removed));
  return removed.map(({ session, reason }) => ({ number: session.id, id: session.uuid, reason }));
}

function distrustedText(known: string, now: string): string {
  const [then, today] = [known.slice(0, 10), now.slice(0, 10)];
  return `Nothing was removed by its age (retention.days): the clock says ${today}, and the last day known was ${then}.\nIf the time is right, run \`hansard sync --trust-clock\`.`;
}

function removedText(removed: readonly RemovedSession[]): string {
  const lines = removed
    .slice(0, SHOWN)
    .map(
      ({ session, reason }) => `  ${sessionLine(session)}  (${reason === 'age' ? 'retention.days' : 'retention.size'})`,
    );
  const more = removed.length > SHOWN ? [`  … and ${removed.length - SHOWN} more`] : [];
  return [
    `Removed from the archive, as your settings say: ${count(removed.length, 'session')}.`,
    ...lines,
    ...more,
  ].join('\n');
}
