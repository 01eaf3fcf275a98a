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
import type { Profile } from '@hansard/core/privacy/index.ts';
import { HubClient } from '@hansard/hub/client';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { chosenSessions } from '../export/chosen-sessions.ts';
import { KnownHubs } from '../hub/known-hubs.ts';
import { PushQueue, type Queued } from '../hub/push-queue.ts';
import {
  type Prepared,
  type Pushed,
  type PushedNumbers,
  type Pushing,
  prepare,
  push,
  pushNumbers,
} from '../hub/push-sessions.ts';
import { chosenProfile, openGate, ownPrivacyOf, profileNamed } from '../privacy/chosen-profile.ts';
import { confirm } from '../terminal/confirm.ts';
import { bytesInWords, count } from '../terminal/words.ts';
import { priceBook } from '../transcripts/price-book.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const own = await ownPrivacyOf(context);
  const profile = await chosenProfile(context, own);
  const { url, key, known } = new KnownHubs(context).chosen(args.text('to'));
  const prices = await priceBook((await context.settings()).get('prices'));
  const client = new HubClient({ url, key });
  const hub = await hubOf(client, key, known?.hub);
  return withArchive(context, async (archive, host) => {
    const pushingBy = (by: Profile, project: string | undefined): Pushing => {
      if (by.local)
        throw new Failure('profile-local', `The profile ${by.name} takes nothing out; a hub needs another.`);
      return { archive, host, way: { profile: by, gate: openGate(host, by, own, hub) }, prices, client, url, project };
    };
    if (args.flag('queued')) {
      let status = 0;
      for (const { entry, sessions } of queuedGroups(archive, url)) {
        const pushing = pushingBy(profileNamed(entry.profile, own), entry.project);
        status = Math.max(status, await pushAll(context, args, pushing, sessions, entry.numbers === true));
      }
      return status;
    }
    const pushing = pushingBy(profile, args.text('project'));
    return pushAll(context, args, pushing, await chosen(context, args, pushing), args.flag('numbers'));
  });
}

/** Pseudonyms are the hub's own: its id is needed for them. */
async function hubOf(client: HubClient, key: string, id: string | undefined): Promise<{ id: string; keyId: string }> {
  const keyId = /^hsk_([0-9a-f]+)_/.exec(key)?.[1];
  if (id !== undefined && keyId !== undefined) return { id, keyId };
  const me = await client.me();
  return { id: me.hub, keyId: me.keyId };
}

async function pushAll(
  context: Context,
  args: Arguments,
  pushing: Pushing,
  asked: readonly SessionFound[],
  isNumbers: boolean,
): Promise<number> {
  const { sessions, excluded } = await withoutExcluded(context, pushing.host, asked);
  for (const { session, reason } of excluded) context.note(`${sessionLine(session)}: not sent, because of ${reason}`);
  if (sessions.length === 0) {
    await write(context, args, { pushed: [] }, 'There is nothing to send.\n');
    return excluded.length > 0 ? 1 : 0;
  }
  if (args.flag('dry-run')) return preview(context, args, pushing, sessions);
  if (!args.flag('yes') && !args.flag('automatic')) {
    if (isNumbers) context.note('Only sums by week, model and tool are sent: no content, no titles, no names.');
    else context.note(previewText(pushing, await prepareAll(pushing, sessions)));
    if (!(await confirm(`Send ${count(sessions.length, 'session')} to ${pushing.url}?`))) return 1;
  }
  return sendAll(context, args, pushing, sessions, isNumbers);
}

async function chosen(context: Context, args: Arguments, pushing: Pushing): Promise<readonly SessionFound[]> {
  const { archive, host, url } = pushing;
  if (args.flag('changed')) return changed(archive, url);
  if (args.flag('automatic')) return automatic(context, pushing);
  return (await chosenSessions(context, args, archive, host, 'push')).sessions;
}

/** Sessions of the projects that were named for it, which are new or have gone on. */
async function automatic(context: Context, { archive, host, url }: Pushing): Promise<SessionFound[]> {
  const projects = (await context.settings()).get('push.projects');
  if (projects.length === 0) {
    throw new Failure('bad-argument', 'No project is to be sent by itself.', {
      remedy: 'Name them: `hansard config set push.projects FOLDER`.',
    });
  }
  const named = exclusionsOf(host, projects);
  const again = new Set(changed(archive, url).map(({ key }) => key));
  const sent = new Set(
    new Ledger(archive.sql)
      .entries()
      .flatMap((one) => (one.destination === url && one.hash !== '' ? [one.sessionKey] : [])),
  );
  const { sessions } = await archive.store.sessions.page({ order: 'newest', limit: MOST });
  const found: SessionFound[] = [];
  for (const { id } of sessions) {
    const session = sessionByUuid(archive, id);
    if (!session?.project || (sent.has(session.key) && !again.has(session.key))) continue;
    if ((await named.reason(session.agent, session.project)) !== undefined) found.push(session);
  }
  return found;
}

/** More than there are. */
const MOST = 1_000_000_000;

/** What waits, by how it was to be sent. */
function queuedGroups(archive: Archive, url: string): { entry: Queued; sessions: SessionFound[] }[] {
  const groups = new Map<string, { entry: Queued; sessions: SessionFound[] }>();
  for (const entry of new PushQueue(archive.home).list(url)) {
    const key = JSON.stringify([entry.profile, entry.project, entry.numbers]);
    const group = groups.get(key) ?? { entry, sessions: [] };
    const session = sessionByUuid(archive, entry.session);
    if (session) group.sessions.push(session);
    groups.set(key, group);
  }
  return [...groups.values()];
}

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

async function sendAll(
  context: Context,
  args: Arguments,
  pushing: Pushing,
  sessions: readonly SessionFound[],
  isNumbers: boolean,
) {
  const pushed: (Pushed | PushedNumbers)[] = [];
  const failed: { session: string; code: string; message: string }[] = [];
  const queue = new PushQueue(pushing.archive.home);
  const { url, project, way } = pushing;
  for (const session of sessions) {
    try {
      const one = isNumbers ? await pushNumbers(pushing, session) : await push(pushing, session);
      pushed.push(one);
      queue.remove({ session: session.uuid, url });
      if (!args.flag('json')) await context.out.write(`${pushedText(session, one)}\n`);
    } catch (error) {
      if (!(error instanceof Failure) || !OF_ONE.has(error.code)) throw error;
      const isAway = error.code === 'hub-unreachable';
      if (isAway) {
        queue.add({
          session: session.uuid,
          url,
          profile: way.profile.name,
          project,
          ...(isNumbers && { numbers: true }),
        });
      }
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

function pushedText(session: SessionFound, one: Pushed | PushedNumbers): string {
  const line = `${sessionLine(session)}: ${DONE[one.outcome]}`;
  if (one.outcome === 'same') return line;
  if ('sums' in one) return `${line}, ${count(one.sums, 'sum')} and no content`;
  return `${line}, ${count(one.redactions, 'redaction')}, ${bytesInWords(one.sentBytes)}`;
}

async function write(context: Context, args: Arguments, value: unknown, text: string): Promise<void> {
  await context.out.write(args.flag('json') ? `${JSON.stringify(value, null, 2)}\n` : text);
}
