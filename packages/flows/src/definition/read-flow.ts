/** Reads a flow from the text of its file, and tells everything that is wrong with it, each with its place. */
import { Flow } from '@hansard/core/flows/flow.ts';
import { type Check, checkerOf } from '@hansard/core/formats/shape-check.ts';
import { checkFlow, unknownFields } from './check-flow.ts';
import { type FlowProblem, readYaml } from './read-yaml.ts';

export type { FlowProblem } from './read-yaml.ts';

export interface ReadFlow {
  /** Undefined when something is wrong. */
  readonly flow?: Flow;
  readonly problems: readonly FlowProblem[];
}

let check: Promise<Check> | undefined;

export async function readFlow(text: string): Promise<ReadFlow> {
  const { value, problems, at, atName } = readYaml(text);
  if (problems.length > 0) return { problems };
  check ??= checkerOf(Flow);
  const shape = (await check)(value).map(({ pointer, message }) => at(pointer, sentence(message)));
  const unknown = unknownFields(value).map(({ pointer, message }) => atName(pointer, message));
  const wrong = inOrder([...shape, ...unknown]);
  if (wrong.length > 0) return { problems: wrong };
  const flow = value as Flow;
  const found = inOrder(checkFlow(flow).map(({ pointer, message }) => at(pointer, message)));
  return found.length > 0 ? { problems: found } : { flow, problems: [] };
}

const inOrder = (problems: FlowProblem[]): FlowProblem[] =>
  problems.sort((a, b) => a.line - b.line || a.column - b.column);

/** Patterns are for programs. */
const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}`.replace(
    /text like \^\[A-Za-z0-9_\]\S*/,
    'a name of letters, digits, _, - and . (at most 80, no separators, no dot or hyphen at the ends)',
  );
