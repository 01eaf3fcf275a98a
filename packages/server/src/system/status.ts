/** What the server says of itself, of the archive, and of where sessions are looked for. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { discover } from '@hansard/archive';
import type { Adapter } from '@hansard/core';
import type { AgentList, Status } from '@hansard/core/api/server.ts';
import type { App } from '../app.ts';

export async function statusOf(app: App): Promise<Status> {
  const { version, archive, adapters, content, loopback, watching, timezone } = app;
  const { sessions, events } = archive.sizes();
  const found = await filesFound(app);
  const status: Status = {
    version,
    home: archive.home,
    sessions,
    events,
    bytes: sizeOf(archive.home),
    empty: sessions === 0,
    watching,
    syncing: app.syncing(),
    loopback,
    redacted: content.profile !== null,
    profile: content.profile,
    looksIn: adapters.map((adapter) => ({
      agent: adapter.id,
      label: adapter.label,
      paths: pathsOf(adapter),
      found: found.get(adapter.id) ?? 0,
    })),
    timezone,
  };
  return content.answer(null, status);
}

export async function agentsOf(app: App): Promise<AgentList> {
  const found = await filesFound(app);
  const rows = app.archive.sql.all('SELECT agent, count(*) AS sessions FROM session GROUP BY agent');
  const sessions = new Map(rows.map((row) => [row['agent'] as string, row['sessions'] as number]));
  return {
    agents: app.adapters.map(({ id, label, evidence }) => ({
      id,
      label,
      evidence,
      found: found.get(id) ?? 0,
      sessions: sessions.get(id) ?? 0,
    })),
  };
}

const FRESH_MS = 10_000;
const known = new WeakMap<App, { at: number; found: Promise<Map<string, number>> }>();

/** Looking at every file of every agent takes its time: what was found is told again for a while. */
function filesFound(app: App): Promise<Map<string, number>> {
  const last = known.get(app);
  if (last && Date.now() - last.at < FRESH_MS) return last.found;
  const found = countFiles(app);
  known.set(app, { at: Date.now(), found });
  return found;
}

async function countFiles({ adapters, host }: App): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { adapter, sessionInputs } of discover(adapters, host)) found.set(adapter.id, sessionInputs);
  return found;
}

/** The paths in what an adapter says of where its sessions are. */
function pathsOf({ keeps }: Adapter): string[] {
  const plain = keeps.replaceAll('`', '');
  const paths = plain.match(/[~$][^\s,;]*\/[^\s,;]*/g);
  return paths ?? [plain];
}

function sizeOf(home: string): number {
  const size = (name: string) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0;
  return size('archive.db') + size('archive.db-wal');
}
