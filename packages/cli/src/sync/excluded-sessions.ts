/** Sessions that were kept before their agent or project was excluded: they stay until the user says otherwise. */
import { type Archive, exclusionsOf, type SessionFound, sessionsWhere } from '@hansard/archive';
import type { Host } from '@hansard/core';
import type { Context } from '../context.ts';
import { count } from '../terminal/words.ts';

export async function excludedSessions(context: Context, archive: Archive, host: Host): Promise<SessionFound[]> {
  const settings = await context.settings();
  const exclusions = exclusionsOf(host, settings.get('exclude.projects'));
  const found = settings.get('exclude.agents').flatMap((agent) => sessionsWhere(archive, { agent }));
  for (const place of archive.projects()) {
    if (await exclusions.reason(place.agent, place.project)) found.push(...sessionsWhere(archive, place));
  }
  return [...new Map(found.map((session) => [session.id, session])).values()];
}

export async function noteStillKept(context: Context, archive: Archive, host: Host): Promise<void> {
  const { length } = await excludedSessions(context, archive, host);
  if (length === 0) return;
  context.note(
    `${count(length, 'session')} of excluded agents and projects ${length === 1 ? 'is' : 'are'} in the archive from before; ` +
      `\`hansard rm --excluded\` erases ${length === 1 ? 'it' : 'them'}.`,
  );
}
