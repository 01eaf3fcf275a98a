/** Runs flows for a server: finds those below a folder, starts and stops their runs, and leaves what they do to their folders. */
import { existsSync } from 'node:fs';
import { Failure } from '@hansard/core/failure.ts';
import type { Flow } from '@hansard/core/flows/flow.ts';
import type { FlowRunner, RunBackend, RunStart } from '@hansard/core/store/flows.ts';
import type { Actor, LiveControl } from '@hansard/core/store/live.ts';
import type { Store } from '@hansard/core/store/store.ts';
import { stringify } from 'yaml';
import { describeFlow } from '../definition/describe-flow.ts';
import { findFlows } from '../definition/find-flows.ts';
import { backendOf, engines } from '../engines/engine-list.ts';
import { liveEngine } from '../engines/live-engine.ts';
import { localAgents } from '../engines/local-agents.ts';
import { askToStop } from '../running/cancel.ts';
import { FlowRun, type NewRun, type RunSurroundings } from '../running/flow-run.ts';
import { folderOf } from '../running/run-folder.ts';
import { holderOf } from '../running/run-lock.ts';

export interface FlowRunnerOptions {
  /** Flows are found below it, and agents work in it. */
  readonly folder: string;
  /** Folder of runs. */
  readonly runs: string;
  readonly live: LiveControl;
  readonly store: Store;
  /** Ids of engines whose steps are answered by the stub. */
  readonly stubEngines?: readonly string[];
  readonly report: (error: unknown) => void;
}

export interface OpenFlowRunner extends FlowRunner {
  /** Stops what is under way; the runs can be resumed. */
  close(): Promise<void>;
}

interface Found {
  readonly flow: Flow;
  readonly text: string;
}

export function openFlowRunner(options: FlowRunnerOptions): OpenFlowRunner {
  const { folder, runs, live, store } = options;
  const running = new Map<string, { readonly run: FlowRun; readonly ended: Promise<unknown> }>();

  const surroundings = (actor: Actor): RunSurroundings => ({
    runs,
    live: async ({ spec }) => {
      const agents = localAgents(live, store, actor);
      return () => liveEngine({ agents, directory: spec.directory, ask: spec.no_human_mid_flow === false });
    },
  });

  /** Goes on by itself; what becomes of it is in its folder. */
  const follow = (run: FlowRun): void => {
    const ended = run
      .run()
      .catch(options.report)
      .finally(() => running.delete(run.id));
    running.set(run.id, { run, ended });
  };

  return {
    backends: async () => backendsOf(live),
    flows: async () => {
      const found = await findFlows(folder);
      return found.flatMap(({ flow, path }) => (flow ? [describeFlow(flow, path)] : []));
    },
    async start(request, actor) {
      const around = surroundings(actor);
      const run =
        request.resume === undefined
          ? await FlowRun.begin(around, await wantedRun(options, request, actor))
          : await FlowRun.resume(around, request.resume);
      if (run.isDone) await run.leave();
      else follow(run);
      return { run: run.id, folder: run.folder };
    },
    async cancel(id, actor) {
      const own = running.get(id);
      if (own) {
        own.run.stop('canceled', actor);
        return true;
      }
      const path = folderOf(runs, id);
      if (!existsSync(path) || !holderOf(path)) return false;
      askToStop(path, actor);
      return true;
    },
    async close() {
      const all = [...running.values()];
      for (const { run } of all) run.stop('stopped', { by: 'hansard', via: 'close' });
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** One for each engine; a driver that gives itself a name has two. */
async function backendsOf(live: LiveControl): Promise<RunBackend[]> {
  const installed = new Set((await live.agents()).flatMap((agent) => (agent.installed ? [agent.id] : [])));
  return engines.map((engine) => ({
    id: backendOf(engine),
    label: engine.label,
    engine: engine.id,
    available: installed.has(engine.driver.agent),
    streaming: engine.driver.features.deltas,
    events: true,
    cancel: true,
    replay: true,
  }));
}

async function wantedRun(options: FlowRunnerOptions, request: RunStart, actor: Actor): Promise<NewRun> {
  const engine = request.backend === undefined ? undefined : engineBehind(request.backend);
  const defined = (await findFlows(options.folder)).flatMap(({ flow, text }) => (flow ? [{ flow, text }] : []));
  const flows = [...new Set(request.flows)].map((key) => named(defined, key));
  if (flows.length === 0) throw new Failure('bad-argument', 'Name at least one flow.');
  return {
    flows: engine === undefined ? flows : flows.map(({ flow }) => withEngine(flow, engine)),
    params: request.params ?? {},
    stub: request.stub === true,
    ...(options.stubEngines ? { stubEngines: options.stubEngines } : {}),
    directory: options.folder,
    initiator: `${actor.by} via ${actor.via}`,
    profile: request.profile,
    // Somebody who asks a server has a page on which agents can be answered.
    ask: true,
  };
}

function engineBehind(backend: string): string {
  const found = engines.find((engine) => backendOf(engine) === backend || engine.id === backend);
  if (!found) throw new Failure('bad-argument', `There is no backend "${backend.slice(0, 100)}".`);
  return found.id;
}

function named(defined: readonly Found[], key: string): Found {
  const found = defined.filter(({ flow }) => flow.key === key);
  const [only, another] = found;
  if (!only) throw new Failure('bad-argument', `There is no flow "${key.slice(0, 100)}".`);
  if (another) throw new Failure('bad-argument', `Several files define the flow "${key}".`);
  return only;
}

/** Steps that name an engine keep it. The copy in the run's folder says what was run. */
function withEngine(flow: Flow, engine: string): Found {
  const changed = { ...flow, engine };
  return { flow: changed, text: stringify(changed) };
}
