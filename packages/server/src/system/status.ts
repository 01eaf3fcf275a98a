/** What the server says of itself, of the store, and of where sessions are looked for. */
import type { Adapter } from '@hansard/core';
import type { AgentList, Status } from '@hansard/core/api/server.ts';
import type { App } from '../app.ts';
import type { Call } from '../handler.ts';

export async function statusOf(
  app: App,
  { content, principal: { scopes } }: Pick<Call<'status'>, 'content' | 'principal'>,
): Promise<Status> {
  const { version, store, machine, loopback, timezone } = app;
  const { sessions, events, bytes } = await store.sessions.sizes();
  const found = await filesFound(app);
  const status: Status = {
    version,
    home: machine?.home ?? '',
    sessions,
    events,
    bytes,
    empty: sessions === 0,
    watching: machine?.sync !== undefined,
    syncing: machine?.sync?.progress ?? null,
    loopback,
    redacted: content.profile !== null,
    profile: content.profile?.name ?? null,
    looksIn: (machine ? app.adapters : []).map((adapter) => ({
      agent: adapter.id,
      label: adapter.label,
      paths: pathsOf(adapter),
      found: found.get(adapter.id) ?? 0,
    })),
    runs: app.live !== undefined,
    directories: content.profile === null && scopes.has('run') ? [...(app.live?.directories ?? [])] : [],
    scopes: [...scopes],
    timezone,
    ...(app.hub && { hub: app.hub }),
  };
  return content.answer(null, status);
}

export async function agentsOf(app: App): Promise<AgentList> {
  const found = await filesFound(app);
  const sessions = new Map((await app.store.sessions.agents()).map((one) => [one.agent, one.sessions]));
  const live = new Map((await app.live?.agents())?.map(({ id, ...can }) => [id, can]));
  return {
    agents: app.adapters.map(({ id, label, evidence }) => ({
      id,
      label,
      evidence,
      found: found.get(id) ?? 0,
      sessions: sessions.get(id) ?? 0,
      ...live.get(id),
    })),
  };
}

type Found = ReadonlyMap<string, number>;

const FRESH_MS = 10_000;
const known = new WeakMap<App, { at: number; found: Promise<Found> }>();

/** Looking at every file of every agent takes its time: what was found is told again for a while. */
function filesFound(app: App): Promise<Found> {
  const last = known.get(app);
  if (last && Date.now() - last.at < FRESH_MS) return last.found;
  const found = app.machine?.filesFound() ?? Promise.resolve(new Map());
  known.set(app, { at: Date.now(), found });
  return found;
}

/** The paths in what an adapter says of where its sessions are. */
function pathsOf({ keeps }: Adapter): string[] {
  const plain = keeps.replaceAll('`', '');
  const paths = plain.match(/[~$][^\s,;]*\/[^\s,;]*/g);
  return paths ?? [plain];
}
