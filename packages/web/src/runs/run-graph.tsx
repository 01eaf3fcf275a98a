/** The flows of a run as a graph: a row for each flow, its steps in their order, each with its state and its loops. */
import type { RunAnswer, RunStepEntry } from '@hansard/client';
import type { KeyboardEvent } from 'react';
import { shownName } from '../words/names.ts';
import { durationText } from '../words/times.ts';
import { type StepState, stepKey } from './played.ts';
import { StubBadge } from './status-badge.tsx';

interface RunGraphProps {
  run: RunAnswer;
  /** States that playback shows in place of the present ones. */
  played: ReadonlyMap<string, StepState> | undefined;
  selected: string | undefined;
  onSelect: (step: RunStepEntry) => void;
}

interface Node {
  readonly key: string;
  readonly first: RunStepEntry;
  readonly parts: readonly RunStepEntry[];
}

export function nodesOf(run: RunAnswer, flow: string): Node[] {
  const nodes = new Map<string, RunStepEntry[]>();
  for (const step of run.step_list) {
    if (step.flow_key === flow) nodes.set(stepKey(step), [...(nodes.get(stepKey(step)) ?? []), step]);
  }
  return [...nodes].map(([key, parts]) => ({ key, parts, first: parts[0] as RunStepEntry }));
}

export function RunGraph({ run, played, selected, onSelect }: RunGraphProps) {
  return (
    <section className="run-graph" aria-label="Flows and steps">
      {run.flows.map(({ flow_key: flow }) => (
        <div key={flow} className="flow-row">
          <h2>{shownName(flow)}</h2>
          <ol onKeyDown={moveFocus}>
            {nodesOf(run, flow).map((node) => (
              <li key={node.key}>
                <StepNode
                  node={node}
                  state={played ? (played.get(node.key) ?? 'pending') : stateOf(node.parts)}
                  isSelected={node.key === selected}
                  onSelect={() => onSelect(node.first)}
                />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** Of several agents in a step, the one that matters most. */
function stateOf(parts: readonly RunStepEntry[]): StepState {
  const order: readonly StepState[] = ['running', 'failed', 'canceled', 'pending', 'succeeded', 'skipped'];
  return order.find((state) => parts.some(({ status }) => status === state)) ?? 'pending';
}

interface StepNodeProps {
  node: Node;
  state: StepState;
  isSelected: boolean;
  onSelect: () => void;
}

function StepNode({ node: { first, parts }, state, isSelected, onSelect }: StepNodeProps) {
  const times = Math.max(...parts.map(({ iterations }) => iterations.length));
  return (
    <button type="button" className={`step-node state-${state}`} aria-pressed={isSelected} onClick={onSelect}>
      <span className="step-name">{shownName(first.step_id)}</span>
      <span className="step-facts">
        {state}
        {first.duration_ms !== null && ` · ${durationText(first.duration_ms)}`}
        {times > 1 && ` · ${times} times`}
        {first.max_iterations !== null && ` · at most ${first.max_iterations}`}
      </span>
      {parts.some(({ stub }) => stub) && <StubBadge />}
    </button>
  );
}

/** Arrows go from step to step. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[at + by]?.focus();
  event.preventDefault();
}
