/** The steps of one agent as spans: an answer of the model is one, and so is each call of a tool. */
import { isFailed } from '../../events/tool-outcome.ts';
import type { Event, Usage } from '../../transcript.ts';
import { resultText, wordsOf } from '../event-words.ts';
import { jsonText } from '../json-text.ts';
import { qualified } from '../model-names.ts';
import { type AgentStep, callIdOf, countsOf, modelOf, type Step, Steps, spokenOf } from '../steps.ts';
import { type Attribute, attributesOf, later, nanosOf, type Plain } from './attributes.ts';
import { finishReason, type InputMessage, inputMessage, outputMessage } from './messages.ts';
import * as name from './names.ts';

export interface WrittenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 3 client. */
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events?: readonly object[];
  readonly status?: object;
}

/** What all spans of a session share. */
export interface SpanContext {
  readonly traceId: string;
  readonly conversation: string;
  spanId(source: string, number: number): string;
  /** Told of each call and its span, so that subagents find the one that started them. */
  called(callId: string, spanId: string, source: string): void;
}

export class AgentSpans {
  readonly steps = new Steps();
  readonly #context: SpanContext;
  readonly #source: string;
  readonly id: string;
  #count = 0;
  #inputs: InputMessage[] = [];
  #errors: Event[] = [];
  start: bigint | undefined;
  end = 0n;

  constructor(context: SpanContext, source: string) {
    this.#context = context;
    this.#source = source;
    this.id = context.spanId(source, 0);
  }

  write(steps: readonly Step[]): WrittenSpan[] {
    return steps.flatMap((step) => this.#spansOf(step));
  }

  /** What was said last and got no answer. */
  finish(): WrittenSpan[] {
    const left = this.write(this.steps.end());
    return [...left, ...this.#unanswered()];
  }

  #spansOf(step: Step): WrittenSpan[] {
    if (step.kind === 'agent') return this.#agentSpans(step);
    if (step.kind === 'result') return [...this.#unanswered(), this.#toolSpan(undefined, step.event)];
    if (step.kind === 'error') this.#errors.push(step.event);
    else this.#inputs.push(inputMessage(step.kind, step.event));
    return [];
  }

  #agentSpans(step: AgentStep): WrittenSpan[] {
    const chat = this.#chatSpan(step);
    const tools = step.calls.flatMap((call) => {
      const own = step.results.filter((result) => callIdOf(result) === callIdOf(call));
      return own.length === 0 ? [this.#toolSpan(call, undefined)] : own.map((result) => this.#toolSpan(call, result));
    });
    return [chat, ...tools];
  }

  #chatSpan(step: AgentStep): WrittenSpan {
    const spoken = spokenOf(step);
    const [first, last] = [spoken[0] as Event, spoken.at(-1) as Event];
    const model = modelOf(step);
    const provider = spoken.find((event) => event.model)?.provider;
    const counted = spoken.find(countsOf);
    const finished = last.type === 'tool_call' ? last.timestamp : (last.completedAt ?? last.timestamp);
    return this.#span({
      name: model === undefined ? 'chat' : `chat ${model}`,
      kind: 3,
      from: first.startedAt ?? first.timestamp,
      to: finished,
      values: {
        [name.OPERATION]: 'chat',
        [name.PROVIDER]: name.providerOf(model === undefined ? undefined : qualified(model, provider)),
        [name.REQUEST_MODEL]: model,
        [name.RESPONSE_MODEL]: model,
        [name.RESPONSE_ID]: counted?.usage?.responseId,
        [name.FINISH_REASONS]: [finishReason(step)],
        [name.VARIANT]: spoken.find(({ variant }) => variant)?.variant,
        ...(counted?.usage ? usageValues(counted.usage) : {}),
        [name.INPUT_MESSAGES]: this.#inputText(),
        [name.OUTPUT_MESSAGES]: jsonText([outputMessage(step)]),
      },
      errors: this.#takeErrors(),
    });
  }

  /** A request of which no answer is known. */
  #unanswered(): WrittenSpan[] {
    const at = this.#inputs[0]?.timestamp ?? this.#errors[0]?.timestamp;
    if (at === undefined) return [];
    const values = {
      [name.OPERATION]: 'chat',
      [name.PROVIDER]: name.providerOf(undefined),
      [name.INPUT_MESSAGES]: this.#inputText(),
    };
    return [this.#span({ name: 'chat', kind: 3, from: at, to: at, values, errors: this.#takeErrors() })];
  }

  #toolSpan(call: Event | undefined, result: Event | undefined): WrittenSpan {
    const event = (call ?? result) as Event;
    const tool = { ...call?.tool, ...withoutUndefined(result?.tool) };
    const toolName = (call ? call.tool?.name : result?.tool?.name) ?? '';
    const ended = result ? (result.completedAt ?? result.timestamp) : event.timestamp;
    const { status } = tool;
    const failed = isFailed(status);
    const input = call?.tool?.input;
    const span = this.#span({
      name: `execute_tool ${toolName}`.trimEnd(),
      kind: 1,
      from: call ? call.timestamp : ended,
      to: ended,
      values: {
        [name.OPERATION]: 'execute_tool',
        [name.TOOL_NAME]: toolName,
        [name.TOOL_CALL_ID]: callIdOf(event),
        [name.TOOL_TYPE]: 'function',
        [name.TOOL_ARGUMENTS]: input === undefined ? undefined : jsonText(input),
        [name.TOOL_RESULT]: result ? (resultText(result) ?? '') : undefined,
        [name.ERROR_TYPE]: failed ? status : undefined,
        [name.TOOL_STATUS]: status,
        [name.TOOL_KIND]: tool.kind,
        [name.TOOL_SERVER]: tool.server,
        [name.EXIT_CODE]: tool.exitCode,
      },
      errors: [],
      ...(failed ? { status: { code: 2, message: status } } : {}),
    });
    if (call) this.#context.called(callIdOf(call), span.spanId, this.#source);
    return span;
  }

  #inputText(): string | undefined {
    const inputs = this.#inputs;
    this.#inputs = [];
    return inputs.length === 0 ? undefined : jsonText(inputs);
  }

  #takeErrors(): readonly Event[] {
    const errors = this.#errors;
    this.#errors = [];
    return errors;
  }

  #span(draft: SpanDraft): WrittenSpan {
    const from = nanosOf(draft.from);
    const to = later(from, nanosOf(draft.to));
    this.start ??= from;
    this.end = later(this.end, to);
    const { traceId, conversation } = this.#context;
    return {
      traceId,
      spanId: this.#context.spanId(this.#source, ++this.#count),
      parentSpanId: this.id,
      name: draft.name,
      kind: draft.kind,
      startTimeUnixNano: String(from),
      endTimeUnixNano: String(to),
      attributes: attributesOf({ ...draft.values, [name.CONVERSATION]: conversation }),
      ...(draft.errors.length > 0 ? { events: draft.errors.map(errorEvent) } : {}),
      ...(draft.status ? { status: draft.status } : {}),
    };
  }
}

interface SpanDraft {
  readonly name: string;
  readonly kind: 1 | 3;
  readonly from: string;
  readonly to: string;
  readonly values: Readonly<Record<string, Plain>>;
  readonly errors: readonly Event[];
  readonly status?: object;
}

function errorEvent(event: Event): object {
  const message = event.error?.message ?? wordsOf(event) ?? '';
  return {
    name: 'exception',
    timeUnixNano: String(nanosOf(event.timestamp)),
    attributes: attributesOf({ 'exception.message': message, 'exception.type': event.error?.code }),
  };
}

function usageValues(usage: Usage): Record<string, Plain> {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning, inherited } = usage;
  const cacheWrite = cacheWrite5m + cacheWrite1h;
  return {
    [name.INPUT_TOKENS]: input + cacheRead + cacheWrite,
    [name.OUTPUT_TOKENS]: output + reasoning,
    [name.CACHE_READ]: cacheRead,
    [name.CACHE_WRITE]: cacheWrite,
    [name.CACHE_WRITE_1H]: cacheWrite1h > 0 ? cacheWrite1h : undefined,
    [name.REASONING_TOKENS]: reasoning,
    [name.INHERITED]: inherited,
  };
}

function withoutUndefined<T extends object>(object: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(object ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}
