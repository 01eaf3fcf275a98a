/** Which step comes next, and what a step's answer decides. Pure: the same progress leads to the same step. */
import type { Flow, FlowLoop, FlowStep } from '@hansard/core/flows/flow.ts';
import type { EndedStep, Progress } from './progress.ts';

export interface Place {
  readonly flow: Flow;
  readonly step: FlowStep;
  /** From 1, in the flow. */
  readonly number: number;
  /** The loop that the step ends, or else the innermost around it. */
  readonly loop?: FlowLoop | undefined;
  /** Of that loop, from 1. */
  readonly iteration: number;
}

export type Decision = 'loop' | 'advance' | 'terminate';

/** As the receipt has it. */
export interface Routing {
  readonly loop_iteration: number;
  readonly max_iterations: number;
  readonly decision: Decision;
  readonly reason: string;
}

/** Undefined when every step is done. */
export function nextPlace(flows: readonly Flow[], { ended }: Progress): Place | undefined {
  const walk = new Walk(flows);
  for (const end of ended) walk.past(end);
  return walk.place;
}

class Walk {
  readonly #flows: readonly Flow[];
  #flow = 0;
  #step = 0;
  /** Times that the loop which a step ends has gone back, by the step's number. */
  #rounds = new Map<number, number>();

  constructor(flows: readonly Flow[]) {
    this.#flows = flows;
  }

  get place(): Place | undefined {
    const flow = this.#flows[this.#flow];
    const step = flow?.steps[this.#step];
    if (!flow || !step) return undefined;
    const around = flow.steps.findIndex(
      ({ loop }, i) => loop && i >= this.#step && backTo(flow.steps, i) <= this.#step,
    );
    const iteration = (this.#rounds.get(around) ?? 0) + 1;
    return { flow, step, number: this.#step + 1, loop: flow.steps[around]?.loop, iteration };
  }

  past({ flow: key, step: id, decision, failed, lost }: EndedStep): void {
    const { flow, step } = this.place ?? {};
    if (!flow || flow.key !== key || step?.id !== id || failed || lost || decision === 'terminate') return;
    if (decision === 'loop') this.#back(flow);
    else this.#on(flow);
  }

  #back({ steps }: Flow): void {
    const target = backTo(steps, this.#step);
    this.#rounds.set(this.#step, (this.#rounds.get(this.#step) ?? 0) + 1);
    // Loops inside of this one begin anew.
    for (const at of this.#rounds.keys()) if (at >= target && at < this.#step) this.#rounds.delete(at);
    this.#step = target;
  }

  #on({ steps }: Flow): void {
    this.#rounds.delete(this.#step);
    this.#step++;
    if (this.#step < steps.length) return;
    this.#flow++;
    this.#step = 0;
    this.#rounds = new Map();
  }
}

const backTo = (steps: readonly FlowStep[], end: number): number => {
  const from = steps[end]?.loop?.from;
  return from === undefined ? end : steps.findIndex(({ id }) => id === from);
};

/** What a step's answer says to the condition of its loop and of its gate. */
export interface Verdict {
  until(text: string): boolean;
  gate(text: string): boolean;
}

/** What comes after a step that was done; undefined for one that is in no loop and has no gate. */
export function routingOf(place: Place, verdict: Verdict): Routing | undefined {
  const { step, loop: around, iteration } = place;
  const { loop, gate } = step;
  if (!around && gate === undefined) return undefined;
  const routed = (decision: Decision, reason: string): Routing => ({
    loop_iteration: iteration,
    max_iterations: around?.max ?? 1,
    decision,
    reason,
  });
  const isMet = loop?.until !== undefined && verdict.until(loop.until);
  if (loop && !isMet && iteration < loop.max)
    return routed('loop', loop.until === undefined ? 'repeated' : `the answer has no line ${loop.until}`);
  if (gate !== undefined && !verdict.gate(gate)) return routed('terminate', `the answer has no line ${gate}`);
  if (loop) return routed('advance', isMet ? `the answer has the line ${loop.until}` : 'max_iterations');
  return routed('advance', gate === undefined ? 'next step' : `the answer has the line ${gate}`);
}
