/**
 * A run of flows: begins it or goes on with one, does step after step, and ends with its status. Its folder is all that it knows:
 * whoever is killed is replaced by reading it again.
 */

import { Failure } from '@hansard/core/failure.ts';
import type { Flow } from '@hansard/core/flows/flow.ts';
import { documentText } from '@hansard/core/formats/run/run-text.ts';
import { stepPaths } from '@hansard/core/formats/run/step-paths.ts';
import { stringOf } from '@hansard/core/reading/native-values.ts';
import type { Engine } from '../engines/contract.ts';
import { backendOf, type EngineSpec, engineOf } from '../engines/engine-list.ts';
import { stubEngine } from '../engines/stub-engine.ts';
import { onStopRequest, type StopRequest } from './cancel.ts';
import { type Clock, microClock } from './clock.ts';
import { nextPlace } from './plan.ts';
import { noProgress, type Progress, readProgress } from './progress.ts';
import { RunDisk } from './run-disk.ts';
import {
  CANCEL,
  documentOf,
  flowCopy,
  folderOf,
  type KeptRun,
  type KeptSpec,
  LOG,
  META,
  makeFolder,
  newRunId,
  readRun,
  SPEC,
} from './run-folder.ts';
import { lockRun } from './run-lock.ts';
import { runStep } from './run-step.ts';
import { type LoggedEvent, RunWriter } from './run-writer.ts';

/** What all runs of a program share. */
export interface RunSurroundings {
  /** Folder of runs. */
  readonly runs: string;
  /** Runs steps by agents; undefined where only stubs are run. */
  readonly live?: ((run: { readonly spec: KeptSpec }) => Promise<(engine: EngineSpec) => Engine>) | undefined;
  readonly clock?: Clock;
  readonly runId?: () => string;
  readonly disk?: (folder: string) => RunDisk;
  readonly told?: (event: LoggedEvent) => void;
}

export interface NewRun {
  readonly flows: readonly { readonly flow: Flow; readonly text: string }[];
  readonly params: Readonly<Record<string, string>>;
  readonly stub: boolean;
  readonly directory: string;
  readonly initiator: string;
  readonly profile?: string | undefined;
  /** What agents ask waits for a person. */
  readonly ask?: boolean;
  /** Ids of engines whose steps are answered by the stub. */
  readonly stubEngines?: readonly string[];
}

export type RunEnd = 'succeeded' | 'failed' | 'canceled' | 'stopped';

export interface RunResult {
  readonly status: RunEnd;
  readonly error: string | undefined;
}

export class FlowRun {
  readonly id: string;
  readonly folder: string;
  readonly #around: RunSurroundings;
  readonly #kept: KeptRun;
  readonly #progress: Progress;
  readonly #writer: RunWriter;
  readonly #unlock: () => void;
  readonly #stop = new AbortController();
  #stopping: { readonly status: 'canceled' | 'stopped'; readonly request: StopRequest } | undefined;
  #createdAt = '';
  #startedAt: string | null = null;

  private constructor(
    around: RunSurroundings,
    id: string,
    disk: RunDisk,
    kept: KeptRun,
    progress: Progress,
    unlock: () => void,
  ) {
    this.id = id;
    this.folder = disk.folder;
    this.#around = around;
    this.#kept = kept;
    this.#progress = progress;
    this.#writer = new RunWriter(disk, id, around.clock ?? microClock(), progress, around.told);
    this.#unlock = unlock;
  }

  /** When it is there, its folder is, with everything that going on with it needs. */
  static async begin(around: RunSurroundings, wanted: NewRun): Promise<FlowRun> {
    const clock = around.clock ?? microClock();
    const { id, folder } = await makeFolder(around.runs, around.runId ?? (() => newRunId(clock())));
    const unlock = lockRun(folder);
    const disk = around.disk?.(folder) ?? new RunDisk(folder);
    const flows = wanted.flows.map(({ flow }) => flow);
    const spec = specOf(wanted, flows);
    for (const { flow, text } of wanted.flows) await disk.replace(flowCopy(flow.key), text);
    await disk.replace(SPEC, documentText(spec));
    const run = new FlowRun(around, id, disk, { spec, flows }, noProgress(), unlock);
    await run.#create();
    return run;
  }

  static async resume(around: RunSurroundings, id: string): Promise<FlowRun> {
    const folder = folderOf(around.runs, id);
    const disk = around.disk?.(folder) ?? new RunDisk(folder);
    const kept = await readRun(disk);
    const unlock = lockRun(folder);
    const progress = readProgress(await disk.lines(LOG));
    await believed(disk, kept, progress);
    const run = new FlowRun(around, id, disk, kept, progress, unlock);
    const meta = await documentOf(disk, META);
    run.#createdAt = stringOf(meta?.['created_at']) ?? '';
    run.#startedAt = stringOf(meta?.['started_at']) ?? null;
    if (!progress.created || !meta) await run.#create();
    // The log is ahead of the description where the program was killed between them.
    const { completion } = progress;
    if (completion && meta?.['status'] !== completion.status)
      await run.#meta(completion.status, completion.at, completion.error);
    return run;
  }

  /** Whether every step was done. */
  get isDone(): boolean {
    return this.#progress.completion !== undefined && nextPlace(this.#kept.flows, this.#progress) === undefined;
  }

  /** It has been told that it ended, and nobody has gone on with it. */
  get hasEnded(): boolean {
    return this.#progress.completion !== undefined;
  }

  /** Lets go of it, and changes nothing. */
  async leave(): Promise<RunResult> {
    await this.#writer.disk.closeAll();
    this.#unlock();
    return { status: 'succeeded', error: undefined };
  }

  async #create(): Promise<void> {
    const { spec, flows } = this.#kept;
    this.#createdAt ||= this.#writer.clock();
    await this.#meta('pending');
    if (this.#progress.created) return;
    const { flow_keys, backend, initiator, stub } = spec;
    const payload = { flows: flow_keys, backend, initiator, stepwise: true, stub };
    await this.#writer.log({ kind: 'run_created', flow: flows[0]?.key ?? '', payload });
    await this.#writer.disk.settle(true);
    this.#progress.created = true;
  }

  #meta(status: string, completedAt: string | null = null, error: string | null = null): Promise<void> {
    const { spec, flows } = this.#kept;
    const title = flows[0]?.title ?? null;
    const times = { createdAt: this.#createdAt, startedAt: this.#startedAt, completedAt };
    return this.#writer.meta({ spec, status, ...times, error, title, description: flows[0]?.description ?? null });
  }

  /** Ends what is under way, and the run with it. */
  stop(status: 'canceled' | 'stopped', request: StopRequest): void {
    this.#stopping ??= { status, request };
    this.#stop.abort();
  }

  async run(): Promise<RunResult> {
    const ended = onStopRequest(this.folder, (request) => this.stop('canceled', request));
    try {
      await this.#start();
      return await this.#steps();
    } finally {
      ended();
      await this.#writer.disk.closeAll();
      this.#unlock();
    }
  }

  /** Closes a run that nobody runs any more. */
  async cancel(request: StopRequest): Promise<RunResult> {
    this.stop('canceled', request);
    return this.run();
  }

  async #start(): Promise<void> {
    const resumed = this.#progress.started;
    const now = this.#writer.clock();
    this.#startedAt ??= now;
    const payload = { mode: 'stepwise', ...(resumed ? { resumed } : {}) };
    await this.#writer.log({ kind: 'run_started', flow: this.#flowKey, ts: now, payload });
    await this.#meta('running');
  }

  get #flowKey(): string {
    const { flows } = this.#kept;
    return nextPlace(flows, this.#progress)?.flow.key ?? flows.at(-1)?.key ?? '';
  }

  async #steps(): Promise<RunResult> {
    const engines = await this.#engines();
    const context = {
      ...{ writer: this.#writer, progress: this.#progress, spec: this.#kept.spec, signal: this.#stop.signal },
      engine: async (spec: EngineSpec) => engines(spec),
    };
    for (;;) {
      const place = nextPlace(this.#kept.flows, this.#progress);
      // A step that was left open by a kill gets its receipt before the run ends.
      if (this.#stopping && !this.#progress.open) return this.#stopped();
      if (!place) return this.#complete('succeeded', undefined);
      const { failed, lost, error, routing } = await runStep(context, place);
      if (this.#stopping) return this.#stopped();
      if (lost) continue;
      if (failed) return this.#complete('failed', `${place.step.id}: ${error ?? 'the step failed'}`);
      if (routing?.decision === 'terminate')
        return this.#complete('failed', `${place.step.id}: the gate was not passed, ${routing.reason}`);
    }
  }

  async #engines(): Promise<(spec: EngineSpec) => Engine> {
    const { spec, flows } = this.#kept;
    const isStub = (id: string) => spec.stub || spec.stub_engines.includes(id);
    const named = flows.flatMap(({ engine, steps }) => steps.map((step) => step.engine ?? engine ?? ''));
    if (named.every(isStub)) return () => stubEngine;
    if (!this.#around.live)
      throw new Failure('bad-argument', 'Agents cannot be run here; --stub runs the flow without them.');
    const live = await this.#around.live({ spec });
    return (engine) => (isStub(engine.id) ? stubEngine : live(engine));
  }

  async #stopped(): Promise<RunResult> {
    const { status, request } = this.#stopping ?? { status: 'stopped', request: { by: '', via: '' } };
    await this.#writer.log({ kind: 'run_stop_requested', flow: this.#flowKey, payload: { ...request } });
    await this.#writer.disk.remove(CANCEL);
    return this.#complete(status, `${status} by ${request.by} via ${request.via}`);
  }

  async #complete(status: RunEnd, error: string | undefined): Promise<RunResult> {
    const { flows } = this.#kept;
    const done = this.#progress.ended.filter(({ failed }) => !failed).length;
    const total = flows.reduce((sum, { steps }) => sum + steps.length, 0);
    const now = this.#writer.clock();
    const payload = { status, error: error ?? null, steps_completed: done, total_steps: total };
    await this.#writer.log({ kind: 'run_completed', flow: this.#flowKey, ts: now, payload });
    await this.#writer.disk.settle(true);
    await this.#meta(status, now, error ?? null);
    return { status, error };
  }
}

function specOf(wanted: NewRun, flows: readonly Flow[]): KeptSpec {
  const [first] = flows;
  const engine = engineOf(first?.engine ?? first?.steps[0]?.engine ?? '');
  return {
    flow_keys: flows.map(({ key }) => key),
    profile_id: wanted.profile ?? null,
    backend: engine ? backendOf(engine) : '',
    initiator: wanted.initiator,
    params: wanted.params,
    no_human_mid_flow: wanted.ask !== true,
    stub: wanted.stub,
    stub_engines: wanted.stubEngines ?? [],
    directory: wanted.directory,
  };
}

/** The log is believed as far as receipts bear it out: when the power fails it may have come further than they. */
async function believed(disk: RunDisk, { flows }: KeptRun, progress: Progress): Promise<void> {
  for (const [i, { flow: key, step: id, execution }] of progress.ended.entries()) {
    const flow = flows.find((one) => one.key === key);
    const step = flow?.steps.find((one) => one.id === id);
    if (!flow || !step) continue;
    const names = { stepId: id, agentKey: step.agent, engine: step.engine ?? flow.engine ?? '' };
    const [last, kept] = [stepPaths(names), stepPaths({ ...names, earlier: execution })];
    if ((await documentOf(disk, `${key}/${kept.receipt}`)) ?? (await documentOf(disk, `${key}/${last.receipt}`)))
      continue;
    progress.ended.length = i;
    progress.open = undefined;
    progress.completion = undefined;
    return;
  }
}
