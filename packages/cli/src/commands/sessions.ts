/** `hansard sessions`: the sessions of the archive, brought up to date first; without one, those on this machine. */
import { Archive, archiveExists, isStorageFailure } from '@hansard/archive';
import { adapterOf, Failure } from '@hansard/core';
import type { Query } from '@hansard/core/query/query.ts';
import { archivedAgentOf } from '../archive/archived-agent.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf, includedAgents } from '../machine.ts';
import { typedQuery } from '../search/typed-query.ts';
import { type ArchivedList, archivedList, archivedText, sessionJson } from '../sessions/archived-sessions.ts';
import { type Found, findSessions, included, type Listed } from '../sessions/find-sessions.ts';
import { emptyText, sessionsText, type TextOptions } from '../sessions/sessions-text.ts';
import { noteProblems, runSync } from '../sync/run-sync.ts';
import { minuteIn } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const host = hostOf(context);
  if (!archiveExists(host)) return onMachine(context, args);
  let archive: Archive;
  try {
    archive = await Archive.open(host);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.note(`${error.message} Only what is still on the machine is shown. (${error.code})`);
    return onMachine(context, args);
  }
  try {
    await bringUpToDate(context, archive);
    const limit = args.flag('all') ? undefined : (await context.settings()).get('sessions.limit');
    const query = await queryOf(context, args, archive);
    const list = await archivedList(archive.store.sessions, host, { query, limit });
    await context.out.write(args.flag('json') ? listJson(list) : await listText(context, list));
    return 0;
  } finally {
    archive.close();
  }
}

/** What is in the archive can be listed even where nothing can be added to it. */
async function bringUpToDate(context: Context, archive: Archive): Promise<void> {
  try {
    noteProblems(context, await runSync(context, archive, await includedAgents(context)));
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    context.note(`${error.message} Only what was kept before is shown. (${error.code})`);
  }
}

/** Options are filters with another spelling. Undefined when nothing is asked of sessions. */
async function queryOf(context: Context, args: Arguments, { store }: Archive): Promise<Query | undefined> {
  const [agent, project] = [args.text('agent'), args.text('project')];
  if (args.positionals.length === 0 && agent === undefined && project === undefined) return undefined;
  const query = await typedQuery(context, store.sessions, args.positionals);
  const place = { at: 0, end: 0, excluded: false };
  const filters = [...query.filters];
  if (agent !== undefined) {
    const adapter = adapterOf(agent);
    if (adapter) included(adapter, await includedAgents(context));
    filters.push({ ...place, name: 'agent', ids: [await archivedAgentOf(store.sessions, agent)] });
  }
  if (project !== undefined) filters.push({ ...place, name: 'project', texts: [project] });
  return { ...query, filters };
}

async function textOptions(context: Context): Promise<TextOptions> {
  const minute = minuteIn((await context.settings()).get('timezone'));
  return { home: context.home, columns: context.out.columns, minute, colors: await context.colors() };
}

async function listText(context: Context, list: ArchivedList): Promise<string> {
  if (list.sessions.length > 0) return archivedText(list, await textOptions(context));
  if (list.all > 0) return `None of the ${list.all} sessions in the archive is like that.\n`;
  return emptyText(await findSessions(hostOf(context), await includedAgents(context), { limit: 1 }), context.home);
}

function listJson({ sessions, total }: ArchivedList): string {
  return `${JSON.stringify({ sessions: sessions.map(sessionJson), total }, null, 2)}\n`;
}

async function onMachine(context: Context, args: Arguments): Promise<number> {
  if (args.positionals.length > 0)
    throw new Failure('no-archive', 'Without an archive nothing can be asked of sessions.');
  const settings = await context.settings();
  const found = await findSessions(hostOf(context), await includedAgents(context), {
    limit: args.flag('all') ? Number.POSITIVE_INFINITY : settings.get('sessions.limit'),
    agent: args.text('agent'),
    project: args.text('project'),
  });
  if (args.flag('json')) await context.out.write(foundJson(found));
  else if (found.sessions.length === 0) await context.out.write(emptyText(found, context.home));
  else await context.out.write(sessionsText(found, await textOptions(context)));
  return 0;
}

function foundJson({ sessions, total, searched }: Found): string {
  const looked = searched.map(({ id, keeps }) => ({ agent: id, keeps }));
  return `${JSON.stringify({ sessions: sessions.map(listedJson), total, looked }, null, 2)}\n`;
}

function listedJson({ adapter, input, peek }: Listed) {
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
  };
}
