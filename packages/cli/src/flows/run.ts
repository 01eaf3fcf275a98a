/** `hansard flow run` and `cancel`. The id of the run is the first thing that is printed. */
import { existsSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Failure, neutraliseLine } from '@hansard/core';
import type { Flow } from '@hansard/core/flows/flow.ts';
import {
  askToStop,
  FlowRun,
  folderOf,
  holderOf,
  type LoggedEvent,
  liveEngine,
  type NewRun,
  type RunResult,
  type RunSurroundings,
} from '@hansard/flows';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { RUNS, stubsIn } from '../serve/flow-runs.ts';
import { validFlow } from './definitions.ts';
import { ServedAgents } from './served-agents.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function run(context: Context, args: Arguments): Promise<number> {
  const report = new Report(context, args.flag('json'));
  const agents = new LazyAgents(context);
  const around = surroundings(args, agents, report);
  const resumed = args.text('resume');
  try {
    const flowRun =
      resumed === undefined
        ? await FlowRun.begin(around, await wanted(context, args))
        : await goneOnWith(around, resumed, args);
    await report.begun(flowRun);
    if (flowRun.isDone) context.note('Every step of this run is done.');
    return await report.ended(flowRun.isDone ? await flowRun.leave() : await interruptible(context, flowRun));
  } finally {
    await agents.close();
  }
}

function goneOnWith(around: RunSurroundings, id: string, args: Arguments): Promise<FlowRun> {
  if (args.positionals.length > 1 || args.texts('param').length > 0 || args.flag('stub'))
    throw new Failure(
      'bad-argument',
      'A run is resumed as it was begun: with --resume neither a flow, --param nor --stub.',
    );
  return FlowRun.resume(around, id);
}

const runsFolder = (args: Arguments): string => resolve(args.text('runs') ?? RUNS);

function surroundings(args: Arguments, agents: LazyAgents, report: Report): RunSurroundings {
  return {
    runs: runsFolder(args),
    live: async ({ spec }) => {
      const options = { agents: await agents.open(), directory: spec.directory, ask: spec.no_human_mid_flow === false };
      return () => liveEngine(options);
    },
    told: (event) => report.told(event),
  };
}

/** Opened when the first step needs an agent. */
class LazyAgents {
  readonly #context: Context;
  #opened: Promise<ServedAgents> | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  open(): Promise<ServedAgents> {
    this.#opened ??= ServedAgents.open(this.#context);
    return this.#opened;
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }
}

async function wanted(context: Context, args: Arguments): Promise<NewRun> {
  const named = args.positionals.slice(1);
  if (named.length === 0)
    throw new Failure('bad-argument', 'Name the file of a flow.', {
      remedy: 'For example: hansard flow run build.flow.yaml --stub',
    });
  const flows: { flow: Flow; text: string }[] = [];
  for (const one of named) flows.push(await validFlow(context, one));
  const keys = flows.map(({ flow }) => flow.key.toLowerCase());
  if (new Set(keys).size < keys.length) throw new Failure('bad-argument', 'Two flows of one run have the same key.');
  return {
    flows,
    params: paramsOf(
      args.texts('param'),
      flows.map(({ flow }) => flow),
    ),
    stub: args.flag('stub'),
    stubEngines: stubsIn(context.env),
    directory: process.cwd(),
    initiator: 'hansard flow run',
    ask: args.flag('ask'),
  };
}

function paramsOf(given: readonly string[], flows: readonly Flow[]): Record<string, string> {
  const known = Object.assign({}, ...flows.map(({ params }) => params ?? {})) as NonNullable<Flow['params']>;
  const params: Record<string, string> = {};
  for (const entry of given) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(entry) ?? [];
    if (name === undefined || value === undefined)
      throw new Failure('bad-argument', `--param takes name=value, not "${entry}".`);
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known);
      const has = names.length === 0 ? 'The flow has none.' : `The flow has ${names.join(', ')}.`;
      throw new Failure('bad-argument', `There is no parameter ${name}. ${has}`);
    }
    params[name] = value;
  }
  const missing = Object.entries(known).filter(
    ([name, { default: value }]) => value === undefined && params[name] === undefined,
  );
  if (missing.length > 0) {
    const names = missing.map(([name]) => `--param ${name}=…`).join(' ');
    throw new Failure('bad-argument', `The flow needs ${names}.`);
  }
  return params;
}

/** The first signal stops the run in order; the next one ends the program, and the run can be resumed all the same. */
async function interruptible(context: Context, flowRun: FlowRun): Promise<RunResult> {
  const stop = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') context.note('Stopping; Ctrl-C again ends at once.');
    for (const one of SIGNALS) process.off(one, stop);
    flowRun.stop('stopped', { by: 'user', via: signal });
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await flowRun.run();
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** What is printed: the id, then each step as it ends, or everything as JSON Lines. */
class Report {
  readonly #context: Context;
  readonly #isJson: boolean;
  #writing: Promise<void> = Promise.resolve();
  #id = '';

  constructor(context: Context, isJson: boolean) {
    this.#context = context;
    this.#isJson = isJson;
  }

  async begun({ id, folder }: FlowRun): Promise<void> {
    this.#id = id;
    this.#print(this.#isJson ? { run_id: id, folder } : id);
    await this.#writing;
  }

  told({ kind, flow, step, agent, payload }: LoggedEvent): void {
    if (this.#id === '') return;
    if (this.#isJson) this.#print({ kind, flow_key: flow, step_id: step ?? null, agent_key: agent ?? null, payload });
    else if (kind === 'step_start') this.#print(`${flow}/${step}  ${payload['engine']}${timeOf(payload)}`);
    else if (kind === 'step_end')
      this.#print(`  ${payload['status']} in ${payload['duration_ms']} ms${errorOf(payload)}`);
  }

  async ended({ status, error }: RunResult): Promise<number> {
    if (this.#isJson) this.#print({ run_id: this.#id, status, error: error ?? null });
    else if (status === 'succeeded') this.#print('succeeded');
    else {
      this.#print(`${status}: ${error}`);
      this.#context.note(`Go on with it by: hansard flow run --resume ${this.#id}`);
    }
    await this.#writing;
    return status === 'succeeded' ? 0 : 1;
  }

  #print(value: string | object): void {
    const text = typeof value === 'string' ? neutraliseLine(value) : JSON.stringify(value);
    this.#writing = this.#writing.then(async () => {
      await this.#context.out.write(`${text}\n`);
      await this.#context.out.flush();
    });
  }
}

const timeOf = ({ iteration, execution }: LoggedEvent['payload']): string =>
  Number(execution) > 1 ? ` (iteration ${iteration}, time ${execution})` : '';
const errorOf = ({ error }: LoggedEvent['payload']): string => (typeof error === 'string' ? `: ${error}` : '');

const PATIENCE_MS = 120_000;

export async function cancel(context: Context, args: Arguments): Promise<number> {
  const id = args.positionals[1];
  if (id === undefined)
    throw new Failure('bad-argument', 'Name the run.', {
      remedy: 'For example: hansard flow cancel run-20261118-140000-abc123',
    });
  const folder = folderOf(runsFolder(args), id);
  if (!existsSync(folder))
    throw new Failure('file-not-found', `There is no run ${id} in ${relative('.', runsFolder(args)) || '.'}.`, {
      remedy: 'Name a run that is there, or the folder of runs with --runs.',
    });
  const status = holderOf(folder) ? await askedToStop(folder) : await closed(context, args, id);
  await context.out.write(args.flag('json') ? `${JSON.stringify({ run_id: id, status })}\n` : `${id}: ${status}\n`);
  return 0;
}

async function askedToStop(folder: string): Promise<string> {
  const changed = new AbortController();
  const late = AbortSignal.timeout(PATIENCE_MS);
  const released = new Promise<void>((resolveIt, reject) => {
    const look = () => {
      if (!holderOf(folder)) resolveIt();
    };
    const timer = setInterval(look, 200);
    watch(folder, { recursive: false, signal: changed.signal }, look).on('error', () => {});
    changed.signal.addEventListener('abort', () => clearInterval(timer));
    late.addEventListener('abort', () => reject(new Failure('run-in-use', 'The run did not stop within two minutes.')));
  });
  askToStop(folder, { by: 'user', via: 'hansard flow cancel' });
  try {
    await released;
  } finally {
    changed.abort();
  }
  return statusOf(folder);
}

async function statusOf(folder: string): Promise<string> {
  const meta = JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8')) as { status?: unknown };
  return String(meta.status);
}

/** Nobody runs it: what is open is closed here. */
async function closed(context: Context, args: Arguments, id: string): Promise<string> {
  const agents = new LazyAgents(context);
  try {
    const flowRun = await FlowRun.resume(surroundings(args, agents, new Report(context, false)), id);
    if (!flowRun.hasEnded) return (await flowRun.cancel({ by: 'user', via: 'hansard flow cancel' })).status;
    await flowRun.leave();
    return `${await statusOf(flowRun.folder)} already`;
  } finally {
    await agents.close();
  }
}
