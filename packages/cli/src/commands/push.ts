/** `hansard push`: sends sessions to a hub, through the privacy gate, after showing what will be sent. */
import {
  type Archive,
  exclusionsOf,
  Ledger,
  type SessionFound,
  sessionByKey,
  sessionByUuid,
  sessionLine,
} from '@hansard/archive';
import { Failure, type Host } from '@hansard/core';
import { HubClient } from '@hansard/hub/client';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { chosenSessions } from '../export/chosen-sessions.ts';
import { KnownHubs } from '../hub/known-hubs.ts';
import { PushQueue } from '../hub/push-queue.ts';
import { type Prepared, type Pushed, type Pushing, prepare, push } from '../hub/push-sessions.ts';
import { chosenProfile, openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import { confirm } from '../terminal/confirm.ts';
import { bytesInWords, count } from '../terminal/words.ts';
import { priceBook } from '../transcripts/price-book.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const own = await ownPrivacyOf(context);
  const profile = await chosenProfile(context, own);
  if (profile.local) {
    throw new Failure('profile-local', `The profile ${profile.name} takes nothing out; a hub needs another.`);
  }
  const { url, key } = new KnownHubs(context).chosen(args.text('to'));
  const prices = await priceBook((await context.settings()).get('prices'));
  return withArchive(context, async (archive, host) => {
    const way = { profile, gate: openGate(host, profile, own) };
    const client = new HubClient({ url, key });
    const pushing = { archive, host, way, prices, client, url, project: args.text('project') };
    const { sessions, excluded } = await withoutExcluded(context, host, await chosen(context, args, pushing));
    for (const { session, reason } of excluded) context.note(`${sessionLine(session)}: not sent, because of ${reason}`);
    if (sessions.length === 0) {
      await write(context, args, { pushed: [] }, 'There is nothing to send.\n');
      return excluded.length > 0 ? 1 : 0;
    }
    if (args.flag('dry-run')) return preview(context, args, pushing, sessions);
    if (!args.flag('yes')) {
      const prepared = await prepareAll(pushing, sessions);
      context.note(previewText(pushing, prepared));
      if (!(await confirm(`Send ${count(sessions.length, 'session')} to ${url}?`))) return 1;
    }
    return sendAll(context, args, pushing, sessions);
  });
}

async function chosen(context: Context, args: Arguments, pushing: Pushing): Promise<readonly SessionFound[]> {
  const { archive, host, url } = pushing;
  if (args.flag('queued')) return queued(archive, url);
  if (args.flag('changed')) return changed(archive, url);
  return (await chosenSessions(context, args, archive, host, 'push')).sessions;
}

const queued = (archive: Archive, url: string): SessionFound[] =>
  new PushQueue(archive.home).list(url).flatMap(({ session }) => sessionByUuid(archive, session) ?? []);

/** What was sent to this hub and has gone on since, or was interrupted. */
function changed(archive: Archive, url: string): SessionFound[] {
  const latest = new Map<string, boolean>();
  for (const { sessionKey, destination, lastSeq, nowSeq, hash } of new Ledger(archive.sql).entries()) {
    if (destination !== url || nowSeq === undefined) continue;
    latest.set(sessionKey, (latest.get(sessionKey) ?? true) && (nowSeq > lastSeq || hash === ''));
  }
  return [...latest].flatMap(([key, isChanged]) => (isChanged ? (sessionByKey(archive, key) ?? []) : []));
}

async function withoutExcluded(context: Context, host: Host, sessions: readonly SessionFound[]) {
  const exclusions = exclusionsOf(host, (await context.settings()).get('exclude.projects'));
  const kept: SessionFound[] = [];
  const excluded: { session: SessionFound; reason: string }[] = [];
  for (const session of sessions) {
    const reason = await exclusions.reason(session.agent, session.project ?? undefined);
    if (reason === undefined) kept.push(session);
    else excluded.push({ session, reason });
  }
  return { sessions: kept, excluded };
}

async function prepareAll(pushing: Pushing, sessions: readonly SessionFound[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const session of sessions) prepared.push(await prepare(pushing, session));
  return prepared;
}

async function preview(context: Context, args: Arguments, pushing: Pushing, sessions: readonly SessionFound[]) {
  const prepared = await prepareAll(pushing, sessions);
  const would = prepared.map(({ session, ...one }) => ({ session: session.uuid, ...one }));
  const { url, project, way } = pushing;
  const told = { to: url, project: project ?? 'default', profile: way.profile.name, would };
  await write(context, args, told, `${previewText(pushing, prepared)}\nNothing was sent.\n`);
  return 0;
}

function previewText({ url, way, project }: Pushing, prepared: readonly Prepared[]): string {
  const sum = (of: (one: Prepared) => number) => prepared.reduce((total, one) => total + of(one), 0);
  const lines = prepared.map(({ session, events, redactions, bytes }) => {
    const removed = `${count(redactions, 'redaction')}`;
    return `${sessionLine(session)}: ${count(events, 'event')}, ${removed}, ${bytesInWords(bytes)}`;
  });
  const to = `${url}, project ${project ?? 'default'}, by the profile ${way.profile.name}`;
  const all = `${count(prepared.length, 'session')}, ${count(
    sum((one) => one.events),
    'event',
  )}, ${bytesInWords(sum((one) => one.bytes))}`;
  return [...lines, `To ${to}: ${all}.`].join('\n');
}

async function sendAll(context: Context, args: Arguments, pushing: Pushing, sessions: readonly SessionFound[]) {
  const pushed: Pushed[] = [];
  const failed: { session: string; code: string; message: string }[] = [];
  const queue = new PushQueue(pushing.archive.home);
  const { url, project, way } = pushing;
  for (const session of sessions) {
    try {
      const one = await push(pushing, session);
      pushed.push(one);
      queue.remove({ session: session.uuid, url });
      if (!args.flag('json')) await context.out.write(`${pushedText(session, one)}\n`);
    } catch (error) {
      if (!(error instanceof Failure) || !OF_ONE.has(error.code)) throw error;
      const isAway = error.code === 'hub-unreachable';
      if (isAway) queue.add({ session: session.uuid, url, profile: way.profile.name, project });
      failed.push({ session: session.uuid, code: error.code, message: error.message });
      context.note(`${sessionLine(session)}: ${error.message} (${error.code})${isAway ? ' It is queued.' : ''}`);
    }
  }
  if (args.flag('json')) await write(context, args, { to: url, pushed, failed }, '');
  return failed.length > 0 ? 1 : 0;
}

/** These concern one session; the others are sent. */
const OF_ONE: ReadonlySet<string> = new Set(['hub-refused', 'hub-unreachable', 'out-of-scope', 'not-archived']);

const DONE = { created: 'sent', replaced: 'sent again', same: 'there already' } as const;

const pushedText = (session: SessionFound, { outcome, redactions, sentBytes }: Pushed): string =>
  `${sessionLine(session)}: ${DONE[outcome]}${outcome === 'same' ? '' : `, ${count(redactions, 'redaction')}, ${bytesInWords(sentBytes)}`}`;

async function write(context: Context, args: Arguments, value: unknown, text: string): Promise<void> {
  await context.out.write(args.flag('json') ? `${JSON.stringify(value, null, 2)}\n` : text);
}
