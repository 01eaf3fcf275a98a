/** `hansard sessions`: the sessions on this machine, newest first. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { includedAgents, keptHostOf } from '../machine.ts';
import { type Found, findSessions, type Listed } from '../sessions/find-sessions.ts';
import { emptyText, sessionsText } from '../sessions/sessions-text.ts';
import { minuteIn, zoneOf } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const settings = await context.settings();
  const found = await findSessions(await keptHostOf(context), await includedAgents(context), {
    limit: args.flag('all') ? Number.POSITIVE_INFINITY : settings.get('sessions.limit'),
    agent: args.text('agent'),
    project: args.text('project'),
  });
  await context.out.write(args.flag('json') ? jsonText(found) : await plainText(context, found));
  return 0;
}

async function plainText(context: Context, found: Found): Promise<string> {
  if (found.sessions.length === 0) return emptyText(found, context.home);
  const minute = minuteIn(zoneOf((await context.settings()).get('timezone')));
  return sessionsText(found, {
    home: context.home,
    columns: context.out.columns,
    minute,
    colors: await context.colors(),
  });
}

function jsonText({ sessions, total, searched }: Found): string {
  const looked = searched.map(({ id, keeps }) => ({ agent: id, keeps }));
  return `${JSON.stringify({ sessions: sessions.map(sessionJson), total, looked }, null, 2)}\n`;
}

function sessionJson({ adapter, input, peek, removed }: Listed) {
  return {
    agent: adapter.id,
    path: input.path,
    nativeId: peek.nativeId ?? null,
    title: peek.title ?? null,
    project: peek.project ?? null,
    startedAt: peek.startedAt ?? null,
    endedAt: peek.endedAt ?? null,
    modifiedAt: input.modifiedAt,
    bytes: input.bytes,
    events: peek.events ?? null,
    removed,
  };
}
