/** Flows for the server that runs agents: those below the folder in which it was started, with runs in swarm/runs there. */
import { join } from 'node:path';
import { type Archive, type Exclusions, syncRunFolder } from '@hansard/archive';
import type { Host } from '@hansard/core';
import { type OpenFlowRunner, openFlowRunner } from '@hansard/flows';
import type { LiveSessions } from '@hansard/live';
import type { Context } from '../context.ts';
import { RUNS, stubsIn } from './flow-runs.ts';

interface FlowServer {
  readonly archive: Archive;
  readonly host: Host;
  readonly exclusions: Exclusions;
  readonly live: LiveSessions;
  readonly report: (error: unknown) => void;
}

export function serveFlows({ env }: Context, { archive, host, exclusions, live, report }: FlowServer): OpenFlowRunner {
  const folder = process.cwd();
  const runner = openFlowRunner({
    folder,
    runs: join(folder, RUNS),
    live,
    store: archive.store,
    stubEngines: stubsIn(env),
    report,
  });
  return {
    ...runner,
    // Whoever is told of the run may ask for it at once, before a change of its folder is noticed.
    start: async (request, actor) => {
      const started = await runner.start(request, actor);
      const now = new Date().toISOString();
      await syncRunFolder({ archive, host, exclusions, now }, started.folder).catch(report);
      return started;
    },
  };
}
