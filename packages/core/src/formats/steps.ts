/**
 * The conversation of one agent in steps: what the model said in one go, with what its tools answered, and what others
 * said between. Many shapes want a call and its result together, while agents write down what happens in between;
 * that waits behind the step until its calls are answered or the agent goes on.
 */
import type { Event } from '../transcript.ts';

/** What the model said and did in one go: thoughts, then words, then calls; `results` are those of its calls. */
export interface AgentStep {
  readonly kind: 'agent';
  readonly reasoning: Event[];
  readonly messages: Event[];
  readonly calls: Event[];
  readonly results: Event[];
}

/** What somebody else said; `result` is one whose call is not in the step before. */
export interface OtherStep {
  readonly kind: 'user' | 'system' | 'error' | 'result';
  readonly event: Event;
}

export type Step = AgentStep | OtherStep;

const OTHERS: Readonly<Record<string, 'user' | 'system' | 'error'>> = {
  user_message: 'user',
  system: 'system',
  error: 'error',
};

const SPOKEN = new Set(['reasoning', 'assistant_message', 'tool_call', 'tool_result', ...Object.keys(OTHERS)]);

/** Whether an event is part of a conversation. */
export const isSpoken = ({ type }: Event): boolean => SPOKEN.has(type);

export class Steps {
  #current: AgentStep | undefined;
  /** Calls of the current step by id, and whether they are answered. */
  #calls = new Map<string, boolean>();
  #waiting: OtherStep[] = [];

  /** The steps that this event completes. Events that are no part of a conversation change nothing. */
  push(event: Event): Step[] {
    switch (event.type) {
      case 'reasoning':
      case 'assistant_message':
      case 'tool_call':
        return this.#agent(event);
      case 'tool_result':
        return this.#result(event);
      default: {
        const kind = Object.hasOwn(OTHERS, event.type) ? OTHERS[event.type] : undefined;
        return kind ? this.#other({ kind, event }) : [];
      }
    }
  }

  end(): Step[] {
    const steps = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    [this.#current, this.#waiting, this.#calls] = [undefined, [], new Map()];
    return steps;
  }

  #agent(event: Event): Step[] {
    const fits = this.#current !== undefined && this.#waiting.length === 0 && this.#fits(this.#current, event);
    const before = fits ? [] : this.end();
    this.#current ??= { kind: 'agent', reasoning: [], messages: [], calls: [], results: [] };
    if (event.type === 'reasoning') this.#current.reasoning.push(event);
    else if (event.type === 'assistant_message') this.#current.messages.push(event);
    else {
      this.#current.calls.push(event);
      this.#calls.set(callIdOf(event), false);
    }
    return before;
  }

  /** Thoughts come before words, words before calls, and a response has one model and is counted once. */
  #fits(step: AgentStep, event: Event): boolean {
    if (step.results.length > 0 || !hasSameModel(step, event) || (countsOf(event) && spokenOf(step).some(countsOf))) {
      return false;
    }
    if (event.type === 'tool_call') return !this.#calls.has(callIdOf(event));
    return step.calls.length === 0 && (event.type === 'assistant_message' || step.messages.length === 0);
  }

  #result(event: Event): Step[] {
    const id = callIdOf(event);
    if (!this.#current || !this.#calls.has(id)) return this.#other({ kind: 'result', event });
    this.#calls.set(id, true);
    this.#current.results.push(event);
    return [];
  }

  #other(step: OtherStep): Step[] {
    if ([...this.#calls.values()].includes(false)) {
      this.#waiting.push(step);
      return [];
    }
    return [...this.end(), step];
  }
}

/** All that the model said in a step, in order. */
export const spokenOf = ({ reasoning, messages, calls }: AgentStep): Event[] => [...reasoning, ...messages, ...calls];

/** Links call and result, where the agent has no id for that. */
export function callIdOf({ type, tool, parentId, id }: Event): string {
  return tool?.callId ?? (type === 'tool_result' ? parentId : undefined) ?? id;
}

/** Numbers of a turn or a session only inform. */
export const countsOf = ({ usage }: Event): boolean =>
  usage !== undefined && (usage.scope ?? 'response') === 'response';

/** The model of a step: that of its first event that has one. */
export const modelOf = (step: AgentStep): string | undefined => spokenOf(step).find(({ model }) => model)?.model;

function hasSameModel(step: AgentStep, { model }: Event): boolean {
  const own = modelOf(step);
  return own === undefined || model === undefined || own === model;
}
