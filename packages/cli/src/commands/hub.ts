/** `hansard hub`: runs a hub for a team, and takes care of it. All but `serve` work while it runs. */
import { Failure } from '@hansard/core';
import {
  forget,
  type HubStore,
  makeInvite,
  makeKey,
  moveHubTo,
  openHubStore,
  ROLES,
  type Role,
  VISIBILITIES,
} from '@hansard/hub';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { databaseOf, hubPlace } from '../hub/hub-place.ts';
import { zoneOf } from '../terminal/words.ts';
import { expiryOf } from '../token/expiry.ts';

const INVITE_MS = 14 * 86_400_000;
const MOST_INVITES = 1000;

export async function run(context: Context, args: Arguments): Promise<number> {
  const [action = 'serve', id] = args.positionals;
  if (action === 'serve') return (await import('../hub/serve-hub.ts')).serveHub(context, args);
  if (action === 'move') return move(context, args);
  const store = await openHubStore(hubPlace(context, args, false), (error) => context.note((error as Error).message));
  try {
    if (action === 'key') return await makeOne(context, args, store);
    if (action === 'invite') return await invite(context, args, store);
    if (action === 'keys') return await list(context, args, store);
    if (action === 'project') return await project(context, args, store, id);
    return await revokeOrForget(context, args, store, action, id);
  } finally {
    await store.close();
  }
}

async function move(context: Context, args: Arguments): Promise<number> {
  const to = args.text('to') ?? context.env['HANSARD_HUB_DATABASE'];
  if (to === undefined) throw new Failure('bad-argument', 'hub move needs the database: --to postgres://….');
  if (!args.flag('yes')) {
    const { confirm } = await import('../terminal/confirm.ts');
    if (!(await confirm('Copy the hub to the database, and take nothing in the folder any more?'))) return 1;
  }
  const report = (error: unknown) => context.note((error as Error).message);
  const place = hubPlace({ ...context, env: { ...context.env, HANSARD_HUB_DATABASE: undefined } }, args, false);
  const { tables } = await moveHubTo(place, databaseOf(to), report, () => {});
  const { transcript = 0, segment = 0, log = 0, access_key: keys = 0 } = tables;
  const told = { transcripts: transcript, segments: segment, leaves: log, keys };
  const text =
    `Moved ${transcript} transcripts in ${segment} segments, ${log} leaves of the log and ${keys} keys. ` +
    'The folder stays as it is, and takes nothing any more: start the hub with --database.\n';
  await context.out.write(args.flag('json') ? `${JSON.stringify(told)}\n` : text);
  return 0;
}

async function makeOne(context: Context, args: Arguments, store: HubStore): Promise<number> {
  const expires = await expiry(context, args);
  const name = args.text('name');
  const request = { role: roleOf(args), project: args.text('project'), name, expires };
  const made = await makeKey(store, request, Date.now());
  if (args.flag('json')) await context.out.write(`${JSON.stringify(made)}\n`);
  else {
    await context.out.write(`${made.key}\n`);
    context.note(`This is shown once. Its id is ${made.keyId}.`);
  }
  return 0;
}

function roleOf(args: Arguments): Role {
  const given = args.text('role');
  const role = ROLES.find((one) => one === given);
  if (role) return role;
  throw new Failure('bad-argument', `A key needs a role: --role ${ROLES.join('|')}.`);
}

async function expiry(context: Context, args: Arguments): Promise<number | undefined> {
  const timezone = zoneOf((await context.settings()).get('timezone'));
  const text = expiryOf(args.text('expires'), { now: Date.now(), timezone });
  return text === undefined ? undefined : Date.parse(text);
}

async function invite(context: Context, args: Arguments, store: HubStore): Promise<number> {
  const count = Number(args.text('count') ?? 1);
  if (!(count >= 1 && count <= MOST_INVITES)) throw new Failure('bad-argument', `--count is 1 to ${MOST_INVITES}.`);
  const expires = (await expiry(context, args)) ?? Date.now() + INVITE_MS;
  const role = args.text('role') === undefined ? 'submitter' : roleOf(args);
  const invites: string[] = [];
  for (let i = 0; i < count; i++) {
    invites.push(await makeInvite(store, { role, project: args.text('project') }, expires));
  }
  const told = { role, expires: new Date(expires).toISOString(), invites };
  await context.out.write(args.flag('json') ? `${JSON.stringify(told)}\n` : `${invites.join('\n')}\n`);
  return 0;
}

async function list(context: Context, args: Arguments, store: HubStore): Promise<number> {
  const keys = (await store.keys.list()).map(({ no: _no, project: _project, ...key }) => key);
  if (args.flag('json')) await context.out.write(`${JSON.stringify({ keys }, null, 2)}\n`);
  else {
    const lines = keys.map(({ keyId, role, name, revoked }) => {
      const state = revoked === null ? '' : 'revoked';
      return [keyId, role.padEnd(9), state.padEnd(7), name ?? ''].join('  ').trimEnd();
    });
    await context.out.write(lines.length === 0 ? 'There are no keys.\n' : `${lines.join('\n')}\n`);
  }
  return 0;
}

async function project(context: Context, args: Arguments, store: HubStore, name: string | undefined): Promise<number> {
  const given = args.text('visibility');
  if (name !== undefined && given !== undefined) {
    const visibility = VISIBILITIES.find((one) => one === given);
    if (!visibility) throw new Failure('bad-argument', `--visibility is ${VISIBILITIES.join(', ')}.`);
    await store.projects.change(name, visibility, (await store.projects.named(name)).policy);
  }
  const projects = (await store.projects.list())
    .filter((one) => name === undefined || one.name === name)
    .map(({ name: own, visibility, policy }) => ({ name: own, visibility, ...policy }));
  const lines = projects.map((one) => `${one.name}  ${one.visibility}`);
  await context.out.write(args.flag('json') ? `${JSON.stringify({ projects }, null, 2)}\n` : `${lines.join('\n')}\n`);
  return 0;
}

async function revokeOrForget(
  context: Context,
  args: Arguments,
  store: HubStore,
  action: string,
  keyId: string | undefined,
): Promise<number> {
  if (keyId === undefined)
    throw new Failure('bad-argument', `hub ${action} needs the id of a key.`, { remedy: LISTED });
  const key = await store.keys.byId(keyId);
  if (!key) throw new Failure('bad-argument', `There is no key "${keyId}".`, { remedy: LISTED });
  if (action === 'revoke') {
    await store.keys.revoke(keyId, Date.now());
    await context.out.write(args.flag('json') ? `${JSON.stringify({ revoked: keyId })}\n` : `Revoked ${keyId}.\n`);
    return 0;
  }
  if (!args.flag('yes')) {
    const { confirm } = await import('../terminal/confirm.ts');
    const { length } = await store.owned(key.no);
    if (!(await confirm(`Take back all ${length} transcripts of ${keyId}, and revoke it?`))) return 1;
  }
  const told = await forget(store, key, Date.now());
  const text = `Took back ${told.retracted} transcripts of ${keyId}. Backups may hold them until ${told.inBackupsUntil}.\n`;
  await context.out.write(args.flag('json') ? `${JSON.stringify(told)}\n` : text);
  return told.held > 0 ? 1 : 0;
}

const LISTED = 'Run `hansard hub keys` to see the ids.';
