/** `hansard rm`: erases sessions for good, lets them come back, or completes an erasure. */
import {
  type Archive,
  type ErasePlan,
  type EraseReport,
  erase,
  findErased,
  finishErasing,
  planErase,
  readers,
  type SessionFound,
  sessionLine,
} from '@hansard/archive';
import { Failure, type Host } from '@hansard/core';
import { eraseText, noteCopies, planText } from '../archive/erase-text.ts';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { excludedSessions } from '../sync/excluded-sessions.ts';
import { confirm } from '../terminal/confirm.ts';
import { count } from '../terminal/words.ts';

const NOTHING = 'There is nothing to erase.\n';

export async function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    if (args.flag('forget')) return forget(context, args, archive);
    if (args.flag('finish')) return finish(context, args, archive);
    const sessions = await selected(context, args, archive, host);
    const plan = await planErase(archive, { host, adapters: readers }, sessions);
    const isPlan = args.flag('dry-run');
    if (sessions.length === 0) return tell(context, args, { [isPlan ? 'planned' : 'erased']: [] }, NOTHING);
    if (isPlan) return tell(context, args, { planned: planJson(plan) }, planText(plan));
    if (!args.flag('yes')) {
      context.note(planText(plan).trimEnd());
      if (!(await confirm(`Erase ${count(sessions.length, 'session')} for good?`))) return 1;
    }
    const report = await erase(archive, plan, { now: new Date().toISOString() });
    await tell(context, args, { erased: planJson(plan), ...report }, eraseText(plan, report));
    return ended(context, report);
  });
}

async function selected(context: Context, args: Arguments, archive: Archive, host: Host): Promise<SessionFound[]> {
  const named = namedSessions(archive, host, args.positionals);
  if (!args.flag('excluded')) {
    if (named.length === 0) throw new Failure('bad-argument', 'rm needs SESSION: which sessions to erase.');
    return named;
  }
  const excluded = await excludedSessions(context, archive, host);
  const found = new Map([...named, ...excluded].map((session) => [session.id, session]));
  return [...found.values()];
}

async function forget(context: Context, args: Arguments, archive: Archive): Promise<number> {
  if (args.positionals.length === 0) throw new Failure('bad-argument', 'rm --forget needs SESSION.');
  const ids = args.positionals.map((selector) => findErased(archive, readers, selector));
  for (const id of ids) archive.erasures.forget(id);
  const text = `${count(ids.length, 'session')} may come back with the next sync, if the agent still has the files.\n`;
  return tell(context, args, { forgotten: ids }, text);
}

async function finish(context: Context, args: Arguments, archive: Archive): Promise<number> {
  const report = await finishErasing(archive, new Date().toISOString());
  await tell(context, args, report, report.unfinished ? '' : 'Nothing that was erased is left in the archive.\n');
  return ended(context, report);
}

function ended(context: Context, report: Pick<EraseReport, 'copies' | 'unfinished'>): number {
  const isClean = noteCopies(context, report.copies);
  if (report.unfinished !== undefined) context.note(`${report.unfinished} Complete it with \`hansard rm --finish\`.`);
  return isClean && report.unfinished === undefined ? 0 : 1;
}

async function tell(context: Context, args: Arguments, value: unknown, text: string): Promise<number> {
  await context.out.write(args.flag('json') ? `${JSON.stringify(value, null, 2)}\n` : text);
  return 0;
}

function planJson({ sessions, inputs }: ErasePlan) {
  return sessions.map((session) => ({
    number: session.id,
    id: session.uuid,
    agent: session.agent,
    files: (inputs.get(session.id) ?? []).length,
    line: sessionLine(session),
  }));
}
