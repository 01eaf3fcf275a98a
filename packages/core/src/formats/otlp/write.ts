/**
 * A session as one trace: a span for each agent, below it one for each answer of the model and each call of a tool. A
 * subagent's span lies below that of the call that started it. One line: the spans of the session's own agent come
 * first, those of subagents follow, each agent's together.
 */
import { type AgentWriter, byAgent } from '../by-agent.ts';
import type { FormatContext, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { isUnsaid } from '../conversations.ts';
import { jsonText } from '../json-text.ts';
import { qualified } from '../model-names.ts';
import { takenApart } from '../own-results.ts';
import { isSpoken } from '../steps.ts';
import { AgentSpans, type SpanContext, type WrittenSpan } from './agent-spans.ts';
import { type Attribute, attributesOf, later, nanosOf, type Plain } from './attributes.ts';
import * as name from './names.ts';

export async function* writeTraces(source: TranscriptSource, context: FormatContext): AsyncIterable<string> {
  const trace = new TraceWriter(source.header, context);
  yield `${trace.head()}${jsonText(trace.root())}`;
  yield* byAgent(takenApart(source), ['primary'], (agent) => trace.writerOf(agent));
  yield `${trace.subagents()}${TAIL}\n`;
}

const TAIL = `],"schemaUrl":${JSON.stringify(name.SCHEMA_URL)}}],"schemaUrl":${JSON.stringify(name.SCHEMA_URL)}}]}`;

class TraceWriter implements SpanContext {
  readonly #header: TranscriptHeader;
  readonly #digest: (data: string) => string;
  readonly #agents = new Map<string, AgentSpans>();
  /** Spans of calls that started subagents: of two calls with one id, that of the agent that came first. */
  readonly #calls = new Map<string, { spanId: string; rank: number } | undefined>();
  readonly traceId: string;
  readonly conversation: string;

  constructor(header: TranscriptHeader, { digest }: FormatContext) {
    this.#header = header;
    this.#digest = digest;
    this.traceId = digest(JSON.stringify(['trace', header.transcriptId])).slice(0, 32);
    this.conversation = header.session.nativeId ?? header.transcriptId;
    for (const { callId } of header.session.agents ?? []) if (callId !== undefined) this.#calls.set(callId, undefined);
  }

  spanId(source: string, number: number): string {
    return this.#digest(JSON.stringify(['span', this.#header.transcriptId, source, number])).slice(0, 16);
  }

  called(callId: string, spanId: string, source: string): void {
    if (!this.#calls.has(callId)) return;
    const rank = [...this.#agents.keys()].indexOf(source);
    const known = this.#calls.get(callId);
    if (!known || rank < known.rank) this.#calls.set(callId, { spanId, rank });
  }

  head(): string {
    const resource = jsonText({ attributes: resourceOf(this.#header) });
    return `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{"name":"${name.SCOPE}"},"spans":[`;
  }

  writerOf(source: string): AgentWriter {
    const agent = new AgentSpans(this, source);
    this.#agents.set(source, agent);
    return {
      push: (event) => (isUnsaid(event) || !isSpoken(event) ? '' : this.items(agent.write(agent.steps.push(event)))),
      end: () => this.items(agent.finish()),
    };
  }

  /** The spans of subagents themselves, whose ends are known when all of theirs are written. */
  subagents(): string {
    let text = '';
    for (const [source, agent] of this.#agents) {
      if (source !== 'primary' && agent.start !== undefined) text += this.items([this.#subagentSpan(source, agent)]);
    }
    return text;
  }

  /** Behind the first span, which is the session's own. */
  items(spans: readonly WrittenSpan[]): string {
    let text = '';
    for (const span of spans) text += `,${jsonText(span)}`;
    return text;
  }

  root(): WrittenSpan {
    const { session, metrics, transcriptId } = this.#header;
    const from = nanosOf(session.startedAt);
    return this.#agentSpan('primary', undefined, from, later(from, nanosOf(session.endedAt ?? session.startedAt)), {
      [name.TRANSCRIPT_ID]: transcriptId,
      [name.TITLE]: session.title,
      [name.STATE]: session.state,
      [name.REQUEST_MODEL]: session.models?.[0],
      [name.INPUT_TOKENS]: metrics.tokens?.input,
      [name.OUTPUT_TOKENS]: metrics.tokens?.output,
      [name.CACHE_READ]: metrics.tokens?.cacheRead,
      [name.CACHE_WRITE]: metrics.tokens?.cacheWrite,
      [name.REASONING_TOKENS]: metrics.tokens?.reasoning,
    });
  }

  #subagentSpan(source: string, { start = 0n, end }: AgentSpans): WrittenSpan {
    const node = this.#header.session.agents?.find((agent) => agent.source === source);
    const called = node?.callId === undefined ? undefined : this.#calls.get(node.callId)?.spanId;
    return this.#agentSpan(source, called ?? this.spanId('primary', 0), start, later(start, end), {
      [name.AGENT_DESCRIPTION]: node?.title,
      [name.REQUEST_MODEL]: node?.model,
      ...(node?.model && node.provider
        ? { [name.PROVIDER]: name.providerOf(qualified(node.model, node.provider)) }
        : {}),
      [name.AGENT_ID]: source,
    });
  }

  #agentSpan(source: string, parent: string | undefined, from: bigint, to: bigint, values: Values): WrittenSpan {
    const { agent, agentVersion } = this.#header.source;
    const model = values[name.REQUEST_MODEL];
    return {
      traceId: this.traceId,
      spanId: this.spanId(source, 0),
      ...(parent === undefined ? {} : { parentSpanId: parent }),
      name: `invoke_agent ${agent}`,
      kind: 1,
      startTimeUnixNano: String(from),
      endTimeUnixNano: String(to),
      attributes: attributesOf({
        [name.OPERATION]: 'invoke_agent',
        [name.PROVIDER]: name.providerOf(typeof model === 'string' ? qualified(model) : undefined),
        [name.AGENT_NAME]: agent,
        [name.AGENT_VERSION]: agentVersion ?? undefined,
        ...values,
        [name.SOURCE]: source,
        [name.CONVERSATION]: this.conversation,
      }),
    };
  }
}

type Values = Readonly<Record<string, Plain>>;

function resourceOf({ source, session }: TranscriptHeader): Attribute[] {
  return attributesOf({
    'service.name': source.agent,
    'service.version': source.agentVersion ?? undefined,
    'os.type': session.environment.os ?? undefined,
    'process.working_directory': session.environment.cwd ?? undefined,
  });
}
