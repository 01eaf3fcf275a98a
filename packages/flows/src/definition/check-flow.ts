/** What a schema cannot say of a flow: fields that nobody knows, names that clash or lead nowhere, paths that lead out. */
import { didYouMean, suggestion } from '@hansard/core/did-you-mean.ts';
import { Flow, type FlowInput, FlowLoop, FlowParam, FlowStep } from '@hansard/core/flows/flow.ts';
import { isObject } from '@hansard/core/reading/native-values.ts';
import { engineOf, engines } from '../engines/engine-list.ts';

export interface Found {
  readonly pointer: string;
  readonly message: string;
}

/** A mistyped field must not be left out in silence. */
export function unknownFields(value: unknown): Found[] {
  const found: Found[] = [];
  const look = (part: unknown, schema: { readonly properties: object }, pointer: string): void => {
    if (!isObject(part)) return;
    const known = Object.keys(schema.properties);
    for (const name of Object.keys(part).filter((one) => !known.includes(one))) {
      const meant = didYouMean(name, known);
      const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`;
      found.push({
        pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        message: `Unknown field ${JSON.stringify(name.slice(0, 60))}; ${hint}`,
      });
    }
  };
  look(value, Flow, '');
  if (!isObject(value)) return found;
  for (const [name, param] of Object.entries(isObject(value['params']) ? value['params'] : {}))
    look(param, FlowParam, `/params/${name}`);
  for (const [i, step] of (Array.isArray(value['steps']) ? value['steps'] : []).entries()) {
    look(step, FlowStep, `/steps/${i}`);
    if (isObject(step)) look(step['loop'], FlowLoop, `/steps/${i}/loop`);
  }
  return found;
}

export function checkFlow(flow: Flow): Found[] {
  const found: Found[] = flow.engine ? unknownEngine(flow.engine, '/engine') : [];
  const params = Object.keys(flow.params ?? {});
  const ids = new Set<string>();
  const files = new Map<string, string>();
  for (const name of params)
    if (!/^\w{1,80}$/.test(name))
      found.push({ pointer: `/params/${name}`, message: 'The name of a parameter has letters, digits and _ alone' });
  for (const [i, step] of flow.steps.entries()) {
    const here = `/steps/${i}`;
    const id = step.id.toLowerCase();
    if (ids.has(id)) found.push({ pointer: `${here}/id`, message: `There is a step ${step.id} already` });
    ids.add(id);
    // Both are parts of one file name, and either may have hyphens.
    const file = `${step.id}-${step.agent}`.toLowerCase();
    const other = files.get(file);
    if (other !== undefined && other !== step.id)
      found.push({ pointer: `${here}/agent`, message: `The files of this step would be those of the step ${other}` });
    files.set(file, step.id);
    if (!step.engine && !flow.engine)
      found.push({ pointer: here, message: 'Expected the field engine, here or for the whole flow' });
    if (step.engine) found.push(...unknownEngine(step.engine, `${here}/engine`));
    found.push(...checkInputs(step.inputs ?? [], `${here}/inputs`, givenTo(flow, i), params));
    found.push(...unknownParams(step.role, params).map((message) => ({ pointer: `${here}/role`, message })));
    const from = step.loop?.from;
    if (from !== undefined && !flow.steps.slice(0, i + 1).some((one) => one.id === from))
      found.push({ pointer: `${here}/loop/from`, message: `There is no step ${from} at or before this one` });
  }
  return [...found, ...crossingLoops(flow)];
}

function unknownEngine(id: string, pointer: string): Found[] {
  if (engineOf(id)) return [];
  const hint =
    suggestion(
      id,
      engines.map((engine) => engine.id),
    ) || ' An engine is called <agent>-step.';
  return [{ pointer, message: `There is no engine ${id}.${hint}` }];
}

function checkInputs(
  inputs: readonly FlowInput[],
  pointer: string,
  before: readonly FlowStep[],
  params: readonly string[],
) {
  return inputs.flatMap((input, i): Found[] => {
    const wrong = wrongInput(input, before, params);
    return wrong === undefined ? [] : [{ pointer: `${pointer}/${i}`, message: wrong }];
  });
}

function wrongInput(input: FlowInput, before: readonly FlowStep[], params: readonly string[]): string | undefined {
  if (typeof input === 'string')
    return before.some(({ id }) => id === input)
      ? undefined
      : `There is no step ${input} before this one; a file is written as {file: ${input}}`;
  if ('param' in input) return params.includes(input.param) ? undefined : `There is no parameter ${input.param}`;
  return leadsOut(input.file) ? 'Expected a path inside the folder of work' : undefined;
}

/** By its words alone; links are looked at when it is read. */
export function leadsOut(path: string): boolean {
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(path);
  return isAbsolute || path.includes('\0') || path.split(/[\\/]/).includes('..');
}

export const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

const unknownParams = (role: string, params: readonly string[]): string[] =>
  [...role.matchAll(PLACEHOLDER)]
    .map(([, name = '']) => name)
    .filter((name) => !params.includes(name))
    .map((name) => `There is no parameter ${name}`);

/** Places of the steps that each loop repeats. */
const loopsOf = ({ steps }: Flow) =>
  steps.flatMap(({ id, loop }, end) =>
    loop ? [{ start: steps.findIndex((step) => step.id === (loop.from ?? id)), end }] : [],
  );

/** Steps whose answers a step can have: those before it, and those that are repeated together with it. */
function givenTo(flow: Flow, at: number): readonly FlowStep[] {
  const loops = loopsOf(flow).filter(({ start, end }) => start <= at && at <= end);
  return flow.steps.filter((_step, i) => i < at || loops.some(({ start, end }) => start <= i && i <= end));
}

/** A loop lies inside another or beside it. */
function crossingLoops(flow: Flow): Found[] {
  const spans = loopsOf(flow);
  return spans.flatMap(({ start, end }) => {
    const crossed = spans.some((other) => other.start < start && start <= other.end && other.end < end);
    const message = 'The loop goes back into the middle of another one';
    return crossed ? [{ pointer: `/steps/${end}/loop`, message }] : [];
  });
}
