/**
 * Events to steps. A step is a message of the user or of the system, or one call of the model: what it thought and
 * said, its tool calls and their results. Steps leave in order; one waits for the results of its calls, and for tokens
 * that are told after it, until its agent's next step begins.
 */
import { isObject } from '../../reading/native-values.ts';
import type { AgentNode, Event } from '../../transcript.ts';
import { addBuckets, noTokens } from '../../usage/buckets.ts';
import { CallPairs } from '../call-pairs.ts';
import type { TranscriptSource } from '../contract.ts';
import { wordsOf } from '../event-words.ts';
import { finishStep } from './finish-step.ts';
import type { OpenCall, OpenStep, StepRole, WrittenStep } from './open-step.ts';
import type { Survey } from './survey.ts';

export async function* stepsOf(source: TranscriptSource, survey: Survey): AsyncIterable<WrittenStep> {
  const stepper = new Stepper(source, survey);
  for await (const event of source.events()) {
    stepper.take(event);
    yield* stepper.ready();
  }
  stepper.end();
  yield* stepper.ready();
}

class Stepper {
  readonly #survey: Survey;
  readonly #agents: ReadonlyMap<string, AgentNode>;
  readonly #pairs = new CallPairs();
  /** The last step of each source. */
  readonly #current = new Map<string, OpenStep>();
  /** Steps that have not left, in order. */
  #queue: OpenStep[] = [];
  readonly #calls = new Map<string, { step: OpenStep; call: OpenCall }>();
  /** Calls that started a subagent, by event id, to the number of their step. */
  readonly #spawned = new Map<string, number>();
  #count = 0;

  constructor({ header }: TranscriptSource, survey: Survey) {
    this.#survey = survey;
    this.#agents = new Map((header.session.agents ?? []).map((node) => [node.source, node]));
  }

  take(event: Event): void {
    if (event.type === 'user_message') this.#takeWords(this.#begin(event, 'user'), event);
    else if (event.type === 'system') this.#takeSystem(event);
    else if (AGENT_EVENTS.has(event.type)) this.#takeAgent(event);
    else if (event.type === 'tool_result') this.#takeResult(event);
    this.#takeUsage(event);
  }

  end(): void {
    for (const step of this.#current.values()) step.superseded = true;
  }

  /** Takes the finished steps at the head of the queue. */
  *ready(): Iterable<WrittenStep> {
    let at = 0;
    for (; at < this.#queue.length; at++) {
      const step = this.#queue[at] as OpenStep;
      if (!step.superseded || step.waiting > 0) break;
      yield finishStep(step, this.#survey);
    }
    if (at > 0) this.#queue = this.#queue.slice(at);
  }

  #takeSystem(event: Event): void {
    if (event.native?.type === 'system_prompt') return;
    const step = this.#begin(event, 'system');
    const key = this.#survey.promptKeys.get(event.id);
    if (key) step.promptKey = key;
    else this.#takeWords(step, event);
  }

  #takeWords(step: OpenStep, event: Event): void {
    const words = wordsOf(event);
    if (words !== undefined) (event.type === 'reasoning' ? step.reasoning : step.words).push(words);
  }

  #takeAgent(event: Event): void {
    const role = event.role === 'user' ? 'user' : 'agent';
    const current = this.#current.get(event.source ?? 'primary');
    const step = current && continues(current, event, role) ? current : this.#begin(event, role);
    if (event.usage?.responseId) step.responseId ??= event.usage.responseId;
    if (event.promptHash) step.promptHash ??= event.promptHash;
    if (event.toolsHash) step.toolsHash ??= event.toolsHash;
    takeModel(step, event);
    if (event.type === 'tool_call') this.#takeCall(step, event);
    else this.#takeWords(step, event);
  }

  #takeCall(step: OpenStep, event: Event): void {
    const call: OpenCall = { event };
    if (event.text) step.words.push(event.text);
    step.calls.push(call);
    this.#pairs.call(event);
    if (this.#survey.spawning.has(event.id)) this.#spawned.set(event.id, step.index);
    if (!this.#survey.answered.has(event.id)) return;
    step.waiting++;
    this.#calls.set(event.id, { step, call });
  }

  #takeResult(event: Event): void {
    const id = this.#pairs.answer(event);
    const open = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || !open) {
      const step = this.#current.get(event.source ?? 'primary') ?? this.#begin(event, 'agent');
      step.results.push({ event });
      return;
    }
    this.#calls.delete(id);
    open.step.waiting--;
    open.step.sealed = true;
    open.call.result = event;
    open.step.results.push({ event, call: open.call.event });
  }

  /** Tokens belong to the agent's last call of the model; where none is open, they are a call of their own. */
  #takeUsage(event: Event): void {
    if (!event.usage || !this.#survey.counted.has(event.id)) return;
    const current = this.#current.get(event.source ?? 'primary');
    const takes = current && (current.role === 'agent' || current.place !== undefined);
    const step = takes ? current : this.#begin(event, 'agent');
    addBuckets(step.usage, event.usage);
    takeModel(step, event);
  }

  #begin(event: Event, role: StepRole): OpenStep {
    const { source = 'primary', timestamp, timestampSource, turn, native } = event;
    const before = this.#current.get(source);
    if (before) before.superseded = true;
    const started = source === 'primary' ? undefined : this.#survey.startedBy.get(source);
    const step: OpenStep = {
      index: ++this.#count,
      role,
      source,
      agent: this.#agents.get(source),
      parentStep: started === undefined ? undefined : this.#spawned.get(started),
      place: native?.type === 'step' ? native.pointer : undefined,
      corrections: isObject(event.extra) ? event.extra['traceRecord'] : undefined,
      timestamp: timestampSource ? undefined : timestamp,
      turn,
      words: [],
      reasoning: [],
      calls: [],
      results: [],
      usage: noTokens(),
      waiting: 0,
      sealed: false,
      superseded: false,
    };
    this.#current.set(source, step);
    this.#queue.push(step);
    return step;
  }
}

/** The provider is that of the same event: a response has one. */
function takeModel(step: OpenStep, { model, provider }: Event): void {
  if (!model || step.model !== undefined) return;
  step.model = model;
  if (provider) step.provider = provider;
}

const AGENT_EVENTS = new Set(['assistant_message', 'reasoning', 'tool_call']);

/** A response goes on until a result, another message, another turn or another response comes. */
function continues(step: OpenStep, event: Event, role: StepRole): boolean {
  if (step.role !== role) return false;
  if (step.place !== undefined) return event.native?.type === 'step' && event.native.pointer === step.place;
  if (role === 'user') return false;
  const { responseId } = event.usage ?? {};
  if (responseId !== undefined && step.responseId !== undefined) return responseId === step.responseId;
  return !step.sealed && step.turn === event.turn;
}
