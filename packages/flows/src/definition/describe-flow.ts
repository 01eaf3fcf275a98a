/** A flow as the server tells of it, and as a graph in the words of Mermaid. */
import type { Flow, FlowLoop, FlowStep } from '@hansard/core/flows/flow.ts';
import type { FlowDescription } from '@hansard/core/store/flows.ts';

export function describeFlow(flow: Flow, path: string | null): FlowDescription {
  return {
    key: flow.key,
    title: flow.title ?? flow.key,
    description: flow.description ?? '',
    path,
    steps: flow.steps.map((step) => ({
      id: step.id,
      title: step.title ?? step.id,
      role: step.role,
      agents: [step.agent],
      engine: step.engine ?? flow.engine ?? null,
      inputs: (step.inputs ?? []).filter((input) => typeof input === 'string'),
      loop: step.loop ? loopOf(step.loop) : null,
      gate: step.gate ?? null,
    })),
  };
}

const loopOf = ({ max, until, from }: FlowLoop) => ({ max, until: until ?? null, ...(from ? { from } : {}) });

/** Ends in the words of the graph: the numbers of the steps. */
export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'next' | 'loop' | 'input';
  readonly label?: string;
}

export function edgesOf({ steps }: Flow): FlowEdge[] {
  const ids = new Set(steps.map(({ id }) => id));
  return steps.flatMap((step, i): FlowEdge[] => [
    ...(i > 0 ? [{ from: steps[i - 1]?.id ?? '', to: step.id, kind: 'next' as const }] : []),
    ...(step.inputs ?? []).flatMap((input) =>
      typeof input === 'string' && ids.has(input) && input !== steps[i - 1]?.id
        ? [{ from: input, to: step.id, kind: 'input' as const }]
        : [],
    ),
    ...(step.loop
      ? [{ from: step.id, to: step.loop.from ?? step.id, kind: 'loop' as const, label: loopWords(step) }]
      : []),
  ]);
}

/** How a step is repeated, in words; empty when it is not. */
export const loopWords = ({ loop }: FlowStep): string =>
  loop ? `up to ${loop.max} times${loop.until === undefined ? '' : ` until ${loop.until}`}` : '';

export function mermaidOf(flow: Flow): string {
  const names = new Map(flow.steps.map(({ id }, i) => [id, `s${i + 1}`]));
  const nodes = flow.steps.map(({ id, agent, gate }) => {
    const text = quoted(`${id} (${agent})${gate === undefined ? '' : ` · gate: ${gate}`}`);
    return `  ${names.get(id)}${gate === undefined ? `[${text}]` : `{{${text}}}`}`;
  });
  const arrows = { next: '-->', loop: '-->', input: '-.->' };
  const edges = edgesOf(flow).map(({ from, to, kind, label }) => {
    const said = label === undefined ? '' : `|${quoted(label)}|`;
    return `  ${names.get(from)} ${arrows[kind]}${said} ${names.get(to)}`;
  });
  return ['flowchart TD', ...nodes, ...edges, ''].join('\n');
}

/** Whatever is in it, it stays one text. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll(/[\n\r]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')}"`;
