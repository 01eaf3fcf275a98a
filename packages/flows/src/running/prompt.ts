/** What an agent is told for a step: its role, what it is given, and what its answer decides. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FlowInput, FlowStep } from '@hansard/core/flows/flow.ts';
import { leadsOut, PLACEHOLDER } from '../definition/check-flow.ts';

/** Of all inputs together, in characters. */
const BUDGET = 120_000;

export interface PromptSources {
  readonly params: Readonly<Record<string, string>>;
  /** Where files are. */
  readonly directory: string;
  /** The last answer of a step. */
  answerOf(step: string): Promise<string | undefined>;
}

export interface Prompt {
  readonly role: string;
  readonly text: string;
  /** What was left out, as the receipt has it; undefined when nothing was. */
  readonly truncation?: Readonly<Record<string, unknown>>;
}

export async function promptOf(step: FlowStep, sources: PromptSources): Promise<Prompt> {
  const role = step.role.replaceAll(PLACEHOLDER, (_all, name: string) => sources.params[name] ?? '').trimEnd();
  const inputs: Given[] = [];
  for (const input of step.inputs ?? []) inputs.push(await given(input, sources));
  const { parts, truncation } = fitted(inputs);
  const text = [`Step role: ${role}`, ...parts, ...asked(step)].join('\n\n');
  return { role, text, ...(truncation ? { truncation } : {}) };
}

interface Given {
  readonly name: string;
  readonly isStep: boolean;
  /** Undefined when there is none. */
  readonly content: string | undefined;
}

async function given(input: FlowInput, { params, directory, answerOf }: PromptSources): Promise<Given> {
  if (typeof input === 'string') return { name: `Answer of ${input}`, isStep: true, content: await answerOf(input) };
  if ('param' in input) return { name: input.param, isStep: false, content: params[input.param] ?? '' };
  return { name: `File ${input.file}`, isStep: false, content: await fileText(directory, input.file) };
}

/** A file inside the folder, by its real path: a link may lead anywhere. */
async function fileText(directory: string, path: string): Promise<string | undefined> {
  if (leadsOut(path)) return undefined;
  try {
    const inside = relative(await realpath(directory), await realpath(join(directory, path)));
    if (inside === '..' || inside.startsWith(`..${sep}`) || leadsOut(inside)) return undefined;
    // Whatever waits for a writer must not be waited for.
    const file = await open(join(directory, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await file.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4 * BUDGET), 0, 4 * BUDGET, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** What is short is given whole; the others share what is left. */
function fitted(inputs: readonly Given[]) {
  const shares = new Map<Given, number>();
  let left = BUDGET;
  const bySize = inputs.toSorted((a, b) => (a.content?.length ?? 0) - (b.content?.length ?? 0));
  for (const [i, input] of bySize.entries()) {
    const share = Math.min(input.content?.length ?? 0, Math.floor(left / (bySize.length - i)));
    shares.set(input, share);
    left -= share;
  }
  const isCut = inputs.some((input) => (shares.get(input) ?? 0) < (input.content?.length ?? 0));
  const steps = inputs.filter(({ isStep }) => isStep);
  const truncation = {
    steps_included: steps.filter(({ content }) => content !== undefined).length,
    steps_total: steps.length,
    chars_used: BUDGET - left,
    budget_chars: BUDGET,
    truncated: true,
  };
  const parts = inputs.map((input) => partOf(input, shares.get(input) ?? 0));
  return { parts, truncation: isCut ? truncation : undefined };
}

function partOf({ name, content }: Given, share: number): string {
  if (content === undefined) return `${name}: there is none.`;
  const cut = content.length - share;
  return `${name}:\n${content.slice(0, share)}${cut > 0 ? `\n[${cut} characters were left out]` : ''}`;
}

function asked({ loop, gate }: FlowStep): string[] {
  const lines = [
    ...(loop?.until === undefined
      ? []
      : [`If nothing is left to do, add a line to your answer that says only: ${loop.until}`]),
    ...(gate === undefined || gate === loop?.until
      ? []
      : [`If the work may go on from here, add a line to your answer that says only: ${gate}`]),
  ];
  return lines.length > 0 ? [lines.join('\n')] : [];
}

/** Whether an answer has the text as a line of its own; emphasis and a full stop do not count. */
export function says(answer: string, text: string): boolean {
  const bare = (line: string) => line.trim().replaceAll(/^[*_`"“]+|[*_`"”.!]+$/g, '');
  const wanted = bare(text);
  return answer.split('\n').some((line) => bare(line) === wanted);
}
