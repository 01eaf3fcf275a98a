/** `hansard flow list`, `show`, `graph` and `validate`: what files of flows say. */
import { existsSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { Failure, neutraliseLine } from '@hansard/core';
import type { Flow } from '@hansard/core/flows/flow.ts';
import {
  describeFlow,
  edgesOf,
  type FlowProblem,
  type FoundFlow,
  findFlows,
  loopWords,
  mermaidOf,
  openFlow,
} from '@hansard/flows';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export async function list(context: Context, args: Arguments): Promise<number> {
  const folder = args.positionals[1] ?? '.';
  if (!existsSync(folder))
    throw new Failure('file-not-found', `There is no folder ${folder}.`, {
      remedy: 'Name a folder that has files which end with .flow.yaml.',
    });
  const found = await findFlows(folder);
  if (args.flag('json')) {
    const flows = found.map(({ path, flow, problems }) =>
      flow ? describeFlow(flow, path) : { path, problems: problems.length },
    );
    await context.out.write(`${JSON.stringify({ flows }, null, 2)}\n`);
  } else if (found.length === 0) await context.out.write('No files that end with .flow.yaml are here.\n');
  else await context.out.write(`${table([['flow', 'steps', 'title', 'file'], ...found.map(rowOf)])}\n`);
  const broken = found.filter(({ flow }) => !flow);
  for (const { path } of broken) context.note(`${path} is not valid: hansard flow validate ${path}`);
  return broken.length > 0 ? 1 : 0;
}

const rowOf = ({ path, flow }: FoundFlow): string[] => [
  flow?.key ?? '?',
  flow ? String(flow.steps.length) : '',
  neutraliseLine(flow?.title ?? ''),
  neutraliseLine(path),
];

export async function show(context: Context, args: Arguments): Promise<number> {
  const { flow, path } = await validFlow(context, args.positionals[1]);
  if (args.flag('json')) {
    await context.out.write(`${JSON.stringify(describeFlow(flow, path), null, 2)}\n`);
    return 0;
  }
  const head = [flow.key, flow.title].filter((part) => part !== undefined).join(' · ');
  const rows = flow.steps.map((step, i) => [
    String(i + 1),
    step.id,
    step.agent,
    step.engine ?? flow.engine ?? '',
    [
      loopWords(step) && `repeated ${loopWords(step)}${step.loop?.from ? `, from ${step.loop.from}` : ''}`,
      step.gate === undefined ? '' : `gate: ${step.gate}`,
    ]
      .filter((part) => part !== '')
      .join('; '),
    step.role.split('\n', 1)[0] ?? '',
  ]);
  const lines = [head, ...(flow.description ? [flow.description.trim()] : [])].map((line) => neutraliseLine(line));
  const named = ['', 'step', 'agent', 'engine', 'then', 'role'];
  await context.out.write(`${lines.join('\n')}\n\n${table([named, ...rows.map((row) => row.map(neutraliseLine))])}\n`);
  return 0;
}

export async function graph(context: Context, args: Arguments): Promise<number> {
  const { flow } = await validFlow(context, args.positionals[1]);
  const nodes = flow.steps.map(({ id, agent, title }) => ({ id, agent, title: title ?? id }));
  const text = args.flag('json') ? `${JSON.stringify({ nodes, edges: edgesOf(flow) }, null, 2)}\n` : mermaidOf(flow);
  await context.out.write(text);
  return 0;
}

export async function validate(context: Context, args: Arguments): Promise<number> {
  const paths = args.positionals.slice(1);
  if (paths.length === 0) throw unnamed('validate');
  const opened: FoundFlow[] = [];
  for (const path of paths)
    opened.push(
      ...(statSync(path, { throwIfNoEntry: false })?.isDirectory() ? await findFlows(path) : [await openFlow(path)]),
    );
  if (args.flag('json')) {
    const files = opened.map(({ path, flow, problems }) => ({ path, valid: flow !== undefined, problems }));
    await context.out.write(`${JSON.stringify({ files }, null, 2)}\n`);
  } else
    for (const { path, flow, problems } of opened) {
      if (flow) await context.out.write(`${path}: valid, ${count(flow.steps.length, 'step')}\n`);
      for (const problem of problems) await context.out.write(`${placed(path, problem)}\n`);
    }
  return opened.every(({ flow }) => flow) ? 0 : 1;
}

const placed = (path: string, { line, column, message }: FlowProblem): string =>
  neutraliseLine(`${path}:${line}:${column}: ${message}`);

/** By its file, or by its key among those below this folder. */
export async function validFlow(
  context: Context,
  named: string | undefined,
): Promise<{ flow: Flow; path: string; text: string }> {
  if (named === undefined) throw unnamed('show');
  const found = existsSync(named) ? await openFlow(named) : await byKey(named);
  const { flow, path, text, problems } = found;
  if (flow) return { flow, path, text };
  for (const problem of problems) context.note(placed(path, problem));
  throw new Failure('bad-flow', `${path} is no valid flow.`);
}

async function byKey(key: string): Promise<FoundFlow> {
  const all = (await findFlows('.')).filter(({ flow }) => flow?.key === key);
  const [found, another] = all;
  if (!found)
    throw new Failure('file-not-found', `There is no file ${key}, and no flow with that key below this folder.`, {
      remedy: 'Run `hansard flow list` to see the flows that are here.',
    });
  if (another) {
    const paths = all.map(({ path }) => relative('.', path)).join(', ');
    throw new Failure('bad-argument', `Several flows have the key ${key}: ${paths}.`, { remedy: 'Name the file.' });
  }
  return found;
}

const unnamed = (action: string): Failure =>
  new Failure('bad-argument', 'Name the file of a flow.', {
    remedy: `For example: hansard flow ${action} build.flow.yaml`,
  });
