/** Sessions that were kept before their project was excluded: they stay until the user says otherwise. */
import { type Archive, exclusionsOf } from '@hansard/archive';
import type { Host } from '@hansard/core';
import type { Context } from '../context.ts';
import { count } from '../terminal/words.ts';

export async function noteStillKept(context: Context, archive: Archive, host: Host): Promise<void> {
  const excluded = exclusionsOf(host, (await context.settings()).get('exclude.projects'));
  let sessions = 0;
  for (const { agent, project, sessions: number } of archive.projects()) {
    if (await excluded.reason(agent, project)) sessions += number;
  }
  if (sessions === 0) return;
  context.note(
    `${count(sessions, 'session')} of excluded projects ${sessions === 1 ? 'is' : 'are'} in the archive from before; ` +
      '`hansard rm --excluded` erases them.',
  );
}
