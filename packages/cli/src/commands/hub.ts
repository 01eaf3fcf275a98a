/** `hansard hub`: runs a hub for a team, and takes care of it. All but `serve` work while it runs. */
import { Failure } from '@hansard/core';
import {
  exportAll,
  forget,
  type HubStore,
  Keeper,
  type Key,
  moveHubTo,
  OPERATOR,
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
    if (action === 'webhook') return await (await import('../hub/webhook.ts')).webhook(context, args, store, id);
    if (action === 'project') return await project(context, args, store, id);
    return await onKey(context, args, store, action, id);
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
  const made = await keeperOf(store).makeKey(request);
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
    invites.push(await keeperOf(store).invite({ role, project: args.text('project') }, expires));
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
  const change = policyChange(args);
  if (Object.keys(change).length > 0) {
    if (name === undefined)
      throw new Failure('bad-argument', 'hub project needs the name of the project to change it.');
    await keeperOf(store).changeProject(name, change);
  }
  const projects = (await store.projects.list())
    .filter((one) => name === undefined || one.name === name)
    .map(({ name: own, visibility, policy }) => ({ name: own, visibility, ...policy }));
  const lines = projects.map(({ name: own, visibility, ...policy }) => [own, visibility, ...rules(policy)].join('  '));
  await context.out.write(args.flag('json') ? `${JSON.stringify({ projects }, null, 2)}\n` : `${lines.join('\n')}\n`);
  return 0;
}

type Change = Parameters<Keeper['changeProject']>[1];

function policyChange(args: Arguments): Change {
  const given = args.text('visibility');
  const visibility = VISIBILITIES.find((one) => one === given);
  if (given !== undefined && !visibility) {
    throw new Failure('bad-argument', `--visibility is ${VISIBILITIES.join(', ')}.`);
  }
  const hold = args.text('hold');
  if (hold !== undefined && hold !== 'on' && hold !== 'off') throw new Failure('bad-argument', '--hold is on or off.');
  const retentionDays = daysOf(args, 'retention');
  const shareDays = daysOf(args, 'share-days');
  return {
    ...(visibility && { visibility }),
    ...(hold !== undefined && { hold: hold === 'on' ? true : null }),
    ...(retentionDays !== undefined && { retentionDays }),
    ...(shareDays !== undefined && { shareDays }),
  };
}

/** Null for `off`. */
function daysOf(args: Arguments, name: string): number | null | undefined {
  const given = args.text(name);
  if (given === undefined) return undefined;
  if (given === 'off') return name === 'share-days' ? 0 : null;
  const days = Number(given);
  if (Number.isInteger(days) && days >= 1 && days <= 36_500) return days;
  throw new Failure('bad-argument', `--${name} is a number of days, or off.`);
}

const rules = (policy: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(policy).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`);

async function onKey(
  context: Context,
  args: Arguments,
  store: HubStore,
  action: string,
  keyId: string | undefined,
): Promise<number> {
  if (!['revoke', 'forget', 'export', 'quota'].includes(action)) {
    throw new Failure('bad-argument', `There is no hub ${action}.`, { remedy: 'Run `hansard hub --help`.' });
  }
  if (keyId === undefined)
    throw new Failure('bad-argument', `hub ${action} needs the id of a key.`, { remedy: LISTED });
  const key = await store.keys.byId(keyId);
  if (!key) throw new Failure('bad-argument', `There is no key "${keyId}".`, { remedy: LISTED });
  const tell = (told: object, text: string) =>
    context.out.write(args.flag('json') ? `${JSON.stringify(told)}\n` : `${text}\n`);
  if (action === 'revoke') {
    await keeperOf(store).revoke(keyId);
    await tell({ revoked: keyId }, `Revoked ${keyId}.`);
    return 0;
  }
  if (action === 'export') {
    await keeperOf(store).note('key', { act: 'exported', keyId });
    for await (const line of exportAll(store, key)) await context.out.write(line);
    return 0;
  }
  if (action === 'quota') return limit(args, store, key, tell);
  return forgetKey(args, store, key, tell);
}

type Tell = (told: object, text: string) => Promise<unknown> | unknown;

async function limit(args: Arguments, store: HubStore, { keyId }: Key, tell: Tell): Promise<number> {
  const numberOf = (name: string): number | undefined => {
    const given = args.text(name);
    if (given === undefined || /^\d{1,15}$/.test(given)) return given === undefined ? undefined : Number(given);
    throw new Failure('bad-argument', `--${name} is a number.`);
  };
  const [documentsAnHour, bytesADay] = [numberOf('documents-an-hour'), numberOf('bytes-a-day')];
  const quota = {
    ...(documentsAnHour !== undefined && { documentsAnHour }),
    ...(bytesADay !== undefined && { bytesADay }),
  };
  const isNone = Object.keys(quota).length === 0;
  await keeperOf(store).limit(keyId, isNone ? null : quota);
  await tell({ keyId, quota: isNone ? null : quota }, isNone ? 'The hub’s own limits hold.' : rules(quota).join('  '));
  return 0;
}

async function forgetKey(args: Arguments, store: HubStore, key: Key, tell: Tell): Promise<number> {
  const { keyId } = key;
  if (!args.flag('yes')) {
    const { confirm } = await import('../terminal/confirm.ts');
    const { length } = await store.owned(key.no);
    if (!(await confirm(`Take back all ${length} transcripts of ${keyId}, and revoke it?`))) return 1;
  }
  const told = await forget(store, key, Date.now());
  const held = told.held > 0 ? ` ${told.held} are under a legal hold and stay.` : '';
  const until = `Backups may hold them until ${told.inBackupsUntil}.`;
  await tell(told, `Took back ${told.retracted} transcripts of ${keyId}. ${until}${held}`);
  return told.held > 0 ? 1 : 0;
}

const keeperOf = (store: HubStore): Keeper => new Keeper(store, OPERATOR, Date.now());

const LISTED = 'Run `hansard hub keys` to see the ids.';
