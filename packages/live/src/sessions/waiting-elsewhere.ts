/** Agents in somebody's terminal that wait for a person, as far as they tell it themselves. They can only be answered there. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PendingItem } from '@hansard/core/api/live.ts';
import type { Registry, RunningElsewhere } from '../drivers/contract.ts';
import { drivers } from '../drivers/index.ts';
import { isRunning } from '../processes/process-list.ts';

/** Of a file that says what one process does. */
const LARGEST = 64 * 1024;

export interface WaitingElsewhere extends RunningElsewhere {
  readonly agent: string;
}

export function waitingElsewhere(home: string): WaitingElsewhere[] {
  return drivers.flatMap(({ agent, registry }) =>
    registry ? entriesOf(join(home, registry.folder), registry).map((entry) => ({ ...entry, agent })) : [],
  );
}

function entriesOf(folder: string, registry: Registry): RunningElsewhere[] {
  return namesIn(folder).flatMap((name) => {
    const entry = entryOf(join(folder, name), registry);
    return entry?.waitsFor !== undefined && isRunning(entry.process) ? [entry] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** They are written while they are read: what is no JSON now is looked at the next time. */
function entryOf(path: string, { read }: Registry): RunningElsewhere | undefined {
  try {
    return statSync(path).size > LARGEST ? undefined : read(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export const elsewhereItem = (
  { agent, session, waitsFor = '', since }: WaitingElsewhere,
  id: string | undefined,
): PendingItem => ({
  sessionId: session,
  id: id ?? null,
  agent,
  kind: /question|input|dialog/i.test(waitsFor) ? 'question' : 'permission',
  requestId: '',
  action: waitsFor,
  since: new Date(since).toISOString(),
  answerable: false,
});
