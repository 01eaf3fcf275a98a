/** Routes of those who run a hub, look after its log, or ask for sums: none of them sees content. */
import { Refusal } from '@hansard/server/frame';
import type { Hub } from '../hub.ts';
import { Keeper, type PolicyChange } from '../keys/keeper.ts';
import { sightOf } from '../keys/sight.ts';
import { publishedNumbers } from '../people/published-numbers.ts';
import { type Dimension, LEAST_PEOPLE } from '../people/team-numbers.ts';
import type { Key, Project, Quota, Role } from '../store/contract.ts';
import { USUAL_KINDS, type Webhook } from '../store/webhook-store.ts';
import { DEFAULT, type Handle, notFor, notThere } from './handle.ts';

const INVITE_MS = 14 * 86_400_000;

export const adminHandlers: Readonly<Record<string, Handle>> = {
  'hub-invite': async (hub, { body, reply }, key) => {
    const { role, project, count = 1 } = body as { role: Role; project?: string; count?: number };
    const expires = hub.now() + INVITE_MS;
    const keeper = new Keeper(hub.store, key.keyId, hub.now());
    const invites: string[] = [];
    for (let i = 0; i < count; i++) invites.push(await keeper.invite({ role, project }, expires));
    return reply.code(201).send({ role, expires: new Date(expires).toISOString(), invites });
  },
  'hub-quota': async (hub, { params, body }, key) => {
    const { id } = params as { id: string };
    const quota = body as Quota;
    const isNone = Object.keys(quota).length === 0;
    if (!(await new Keeper(hub.store, key.keyId, hub.now()).limit(id, isNone ? null : quota))) throw notThere(id);
    return { keyId: id, quota: isNone ? null : quota };
  },
  'hub-projects': async (hub, _call, key) => ({ projects: (await seenProjects(hub, key)).map(toldProject) }),
  'hub-project': async (hub, { params, body }, key) => {
    const { name } = params as { name: string };
    const keeper = new Keeper(hub.store, key.keyId, hub.now());
    return toldProject(await keeper.changeProject(name, body as PolicyChange));
  },
  'hub-webhook': async (hub, { body, reply }, key) => {
    const { url, kinds = USUAL_KINDS } = body as { url: string; kinds?: Webhook['kinds'] };
    if (!URL.canParse(url)) throw new Refusal('bad-request', 'The address is none.', { pointer: '/url' });
    const made = await new Keeper(hub.store, key.keyId, hub.now()).addWebhook(url, kinds);
    return reply.code(201).send(made);
  },
  'hub-webhooks': async (hub) => ({
    webhooks: (await hub.store.webhooks.list()).map(({ id, url, kinds, tries, trouble }) => ({
      ...{ id, url, kinds, tries, trouble },
    })),
  }),
  'hub-webhook-remove': async (hub, { params }, key) => {
    const { id } = params as { id: string };
    if (!(await new Keeper(hub.store, key.keyId, hub.now()).removeWebhook(id))) throw notThere(id);
    return { removed: id };
  },
  'hub-checkpoint': async (hub, { query }, key) => {
    // How the log grows tells when somebody works.
    if (key.role === 'analyst') throw notFor(key, 'follow the log');
    const { from } = query as { from?: number };
    return from === undefined ? { checkpoint: await hub.tree.checkpoint() } : hub.tree.consistency(from);
  },
  'hub-leaves': async (hub, { query }) => {
    const { from = 0, limit = 1000 } = query as { from?: number; limit?: number };
    return { size: await hub.store.log.size(), leaves: await hub.store.log.leaves(from, limit) };
  },
  'hub-numbers': async (hub, { query }) => {
    const { by = 'project' } = query as { by?: Dimension };
    const { at, tables } = await publishedNumbers(hub.store.numbers, hub.now());
    return { by, least: LEAST_PEOPLE, at, cells: tables[by] };
  },
};

async function seenProjects(hub: Hub, key: Key): Promise<readonly Project[]> {
  const projects = await hub.store.projects.list();
  if (key.role === 'admin' || key.role === 'auditor') return projects;
  // Names of projects may say much: who sees no session of one does not see its name.
  if (key.role === 'guest' || key.role === 'analyst') return [];
  const sight = sightOf(key, projects);
  return projects.filter(
    ({ no, name }) =>
      key.project === no || (sight.all !== true && sight.projects.includes(no)) || (name === DEFAULT && !key.project),
  );
}

const toldProject = ({ name, visibility, policy }: Project) => ({ name, visibility, ...policy });
