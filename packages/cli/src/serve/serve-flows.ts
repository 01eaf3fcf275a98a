/** Flows for the server that runs agents: those below the folder in which it was started, with runs in swarm/runs there. */
import { join } from 'node:path';
import type { Archive } from '@hansard/archive';
import { type OpenFlowRunner, openFlowRunner } from '@hansard/flows';
import type { LiveSessions } from '@hansard/live';
import type { Context } from '../context.ts';
import { RUNS, stubsIn } from './flow-runs.ts';

export function serveFlows(
  { env }: Context,
  { archive, live, report }: { archive: Archive; live: LiveSessions; report: (error: unknown) => void },
): OpenFlowRunner {
  const folder = process.cwd();
  return openFlowRunner({
    folder,
    runs: join(folder, RUNS),
    live,
    store: archive.store,
    stubEngines: stubsIn(env),
    report,
  });
}
