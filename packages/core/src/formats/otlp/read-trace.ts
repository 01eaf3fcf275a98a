/**
 * The spans of one session as events. Ours are in order; those of other writers are sorted by their begin, and what
 * they repeat of the conversation in each request is taken once.
 */
import { parentSource, subagentId, subagentSource } from '../../events/source-path.ts';
import { textOf, wholeOf } from '../../reading/native-values.ts';
import type { AgentNode, Event, Tool } from '../../transcript.ts';
import { readAttributes, timeOf } from './attributes.ts';
import * as name from './names.ts';
import { answered, asked, type Draft, failureOf, parsed, usageOf, type Values } from './read-chat.ts';
import type { ReadSpan } from './span.ts';
import { Turns } from './turns.ts';
import { namedAlike } from './writers.ts';

export interface TracedSpan {
  readonly span: ReadSpan;
  readonly values: Values;
  readonly operation: string;
}

export function tracedSpan(span: ReadSpan): TracedSpan | undefined {
  const values = namedAlike(readAttributes(span.attributes));
  const operation = textOf(values.get(name.OPERATION));
  return operation === undefined ? undefined : { span, values, operation };
}

/** `named`: its writer says that it is one conversation. */
export interface TraceKind {
  readonly ours: boolean;
  readonly named: boolean;
}

const CHATS = new Set(['chat', 'generate_content', 'text_completion']);

export class TraceReader {
  readonly events: Event[] = [];
  readonly agents: AgentNode[] = [];
  readonly models = new Set<string>();
  readonly #ours: boolean;
  readonly #named: boolean;
  readonly #byId = new Map<string, TracedSpan>();
  readonly #above = new Map<string, TracedSpan | undefined>();
  readonly #sources = new Map<string, string>();
  readonly #sourceSeq = new Map<string, number>();
  readonly #tools = new Map<string, string>();
  #time = '1970-01-01T00:00:00.000Z';
  root: TracedSpan | undefined;

  constructor(spans: readonly TracedSpan[], { ours, named }: TraceKind) {
    this.#ours = ours;
    this.#named = named;
    const ordered = ours ? spans : spans.toSorted((a, b) => byTime(a.span, b.span));
    for (const traced of ordered) this.#byId.set(traced.span.spanId, traced);
    this.root = ordered.find((traced) => traced.operation === 'invoke_agent' && !this.#agentAbove(traced));
    this.#nameAgents(ordered.filter(({ operation }) => operation === 'invoke_agent'));
    for (const [source, own] of this.#bySource(ordered)) this.#readAgent(source, own);
  }

  /** The span of the agent that a span belongs to. What was found once is kept: chains of parents may be long. */
  #agentAbove({ span }: TracedSpan): TracedSpan | undefined {
    const passed: string[] = [];
    const seen = new Set<string>();
    let found: TracedSpan | undefined;
    for (let id = span.parentSpanId; id && !found && !seen.has(id); id = this.#byId.get(id)?.span.parentSpanId) {
      if (this.#above.has(id)) {
        found = this.#above.get(id);
        break;
      }
      seen.add(id);
      passed.push(id);
      const above = this.#byId.get(id);
      if (above?.operation === 'invoke_agent') found = above;
    }
    for (const id of passed) this.#above.set(id, found);
    return found;
  }

  #nameAgents(agents: readonly TracedSpan[]): void {
    agents.forEach((agent, index) => {
      const { spanId, parentSpanId = '' } = agent.span;
      if (agent === this.root) {
        this.#sources.set(spanId, 'primary');
        return;
      }
      const id = (textOf(agent.values.get(name.AGENT_ID)) ?? String(index)).replaceAll('/', '-');
      const source = textOf(agent.values.get(name.SOURCE)) ?? subagentSource(id);
      this.#sources.set(spanId, source);
      const call = this.#byId.get(parentSpanId);
      const callId = call?.operation === 'execute_tool' ? textOf(call.values.get(name.TOOL_CALL_ID)) : undefined;
      this.agents.push(agentNode(source, agent.values, callId));
    });
  }

  #bySource(spans: readonly TracedSpan[]): Map<string, TracedSpan[]> {
    const sources = new Map<string, TracedSpan[]>();
    for (const traced of spans) {
      if (traced.operation === 'invoke_agent') continue;
      const above = this.#agentAbove(traced);
      const source = (above && this.#sources.get(above.span.spanId)) ?? 'primary';
      const own = sources.get(source);
      if (own) own.push(traced);
      else sources.set(source, [traced]);
    }
    return sources;
  }

  #readAgent(source: string, spans: readonly TracedSpan[]): void {
    const turns = this.#ours ? undefined : new Turns(this.#named);
    spans.forEach((traced, at) => {
      if (CHATS.has(traced.operation)) this.#readChat(source, traced, toolsAfter(spans, at), turns);
      else if (traced.operation === 'execute_tool') this.#addResult(source, traced, turns);
      else if (turns) this.#add(otherWork(traced), source, traced.span.spanId);
    });
  }

  #readChat(source: string, chat: TracedSpan, tools: readonly TracedSpan[], turns: Turns | undefined): void {
    const { spanId } = chat.span;
    const before = asked(chat.span, chat.values);
    const { fresh, ...place } = turns?.ask(before) ?? { fresh: before.map(() => true) };
    before.forEach((draft, at) => {
      if (fresh[at]) this.#add({ ...draft, ...place }, source, `${spanId}.in${at}`);
    });
    const facts = callFacts(tools);
    const drafts = answered(chat.span, chat.values, (id) => facts.get(id)?.time);
    const answeredIn = turns?.answer(drafts) ?? {};
    const told = drafts.length === 0 && turns ? withoutWords(chat) : drafts;
    told.forEach((draft, at) => {
      const own = draft.tool?.callId === undefined ? undefined : facts.get(draft.tool.callId);
      const whole = own && draft.tool ? { ...draft, tool: { ...draft.tool, ...own.tool } } : draft;
      this.#add({ ...whole, ...answeredIn }, source, `${spanId}.out${at}`);
    });
  }

  #addResult(source: string, { span, values }: TracedSpan, turns: Turns | undefined): void {
    const callId = textOf(values.get(name.TOOL_CALL_ID));
    if (turns && !this.#tools.has(callId ?? '')) this.#addCall(source, { span, values }, turns);
    const result = values.get(name.TOOL_RESULT) ?? (turns ? failureOf(span)?.message : undefined);
    if (result === undefined) return;
    const tool: Tool = {
      name: textOf(values.get(name.TOOL_NAME)) ?? '',
      ...(callId === undefined ? {} : { callId }),
      output: turns ? plainResult(result) : resultText(result),
      ...toolFacts(values),
    };
    const draft: Draft = { type: 'tool_result', role: 'tool', timestamp: timeOf(span.endTimeUnixNano), tool };
    if (turns?.ran(draft) ?? true) this.#add(draft, source, `${span.spanId}.result`);
  }

  /** A tool that ran, though no answer that is told asks for it. */
  #addCall(source: string, { span, values }: Pick<TracedSpan, 'span' | 'values'>, turns: Turns): void {
    const callId = textOf(values.get(name.TOOL_CALL_ID));
    const given = values.get(name.TOOL_ARGUMENTS);
    const tool: Tool = {
      name: textOf(values.get(name.TOOL_NAME)) ?? '',
      ...(callId === undefined ? {} : { callId }),
      ...(given === undefined ? {} : { input: parsed(given) ?? given }),
      status: failureOf(span) ? 'error' : 'ok',
      ...toolFacts(values),
    };
    const draft: Draft = { type: 'tool_call', role: 'assistant', timestamp: timeOf(span.startTimeUnixNano), tool };
    if (turns.calls(draft)) this.#add(draft, source, `${span.spanId}.call`);
  }

  /** Ids of others come from their spans: the same however much of a trace is there. Ours are numbered. */
  #add({ timestamp, type, ...rest }: Draft, source: string, place: string): void {
    const { tool } = rest;
    if (type === 'tool_call' && tool?.callId !== undefined) this.#tools.set(tool.callId, tool.name);
    // Messages name only the call that they answer.
    if (tool?.name === '' && tool.callId !== undefined) {
      rest.tool = { ...tool, name: this.#tools.get(tool.callId) ?? '' };
    }
    const sourceSeq = (this.#sourceSeq.get(source) ?? 0) + 1;
    this.#sourceSeq.set(source, sourceSeq);
    const missing = timestamp === undefined ? { timestampSource: 'previous' } : {};
    this.#time = timestamp ?? this.#time;
    if (rest.model !== undefined) this.models.add(rest.model);
    const own = this.#ours ? `event-${sourceSeq}` : place;
    const id = source === 'primary' || !this.#ours ? own : `${source}.${own}`;
    this.events.push({
      id,
      seq: this.events.length + 1,
      timestamp: this.#time,
      type,
      ...rest,
      ...missing,
      source,
      sourceSeq,
    });
  }
}

const resultText = (result: unknown): string => (typeof result === 'string' ? result : JSON.stringify(result));

/** Some write the text of a result as JSON. */
function plainResult(result: unknown): string {
  const plain = typeof result === 'string' && result.startsWith('"') ? parsed(result) : undefined;
  return typeof plain === 'string' ? plain : resultText(result);
}

/** An answer whose words nobody told has used tokens, too. */
function withoutWords({ span, values }: TracedSpan): Draft[] {
  const usage = usageOf(values);
  const model = textOf(values.get(name.RESPONSE_MODEL)) ?? textOf(values.get(name.REQUEST_MODEL));
  if (!usage && failureOf(span)) return [];
  return [
    {
      type: 'meta',
      role: 'assistant',
      timestamp: timeOf(span.endTimeUnixNano),
      status: { label: 'answer without words' },
      ...(model === undefined ? {} : { model }),
      ...(usage ? { usage } : {}),
    },
  ];
}

/** What is neither an answer nor a call of a tool, such as embeddings: told by its name, with all that it says. */
function otherWork({ span, values, operation }: TracedSpan): Draft {
  return {
    type: 'status',
    timestamp: timeOf(span.startTimeUnixNano),
    status: { label: operation, detail: span.name },
    extra: Object.fromEntries(values),
  };
}

const byTime = (a: ReadSpan, b: ReadSpan): number => {
  const [left, right] = [BigInt(a.startTimeUnixNano), BigInt(b.startTimeUnixNano)];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** The spans of tools that follow an answer at once. */
function toolsAfter(spans: readonly TracedSpan[], at: number): TracedSpan[] {
  let end = at + 1;
  while (spans[end]?.operation === 'execute_tool') end++;
  return spans.slice(at + 1, end);
}

interface CallFacts {
  readonly time: string | undefined;
  tool: Partial<Tool>;
}

/** What all spans of a call agree on. */
function callFacts(tools: readonly TracedSpan[]): Map<string, CallFacts> {
  const facts = new Map<string, CallFacts>();
  for (const { span, values } of tools) {
    const id = textOf(values.get(name.TOOL_CALL_ID));
    if (id === undefined) continue;
    const own = toolFacts(values);
    const known = facts.get(id);
    if (known) known.tool = common(known.tool, own);
    else facts.set(id, { time: timeOf(span.startTimeUnixNano), tool: own });
  }
  return facts;
}

function common(a: Partial<Tool>, b: Partial<Tool>): Partial<Tool> {
  const same = Object.entries(a).filter(([field, value]) => b[field as keyof Tool] === value);
  return Object.fromEntries(same);
}

function toolFacts(values: Values): Partial<Tool> {
  const failed = textOf(values.get(name.ERROR_TYPE)) === undefined ? undefined : 'error';
  const status = textOf(values.get(name.TOOL_STATUS)) ?? failed;
  const [kind, server] = [textOf(values.get(name.TOOL_KIND)), textOf(values.get(name.TOOL_SERVER))];
  const exitCode = wholeOf(values.get(name.EXIT_CODE));
  return {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(server === undefined ? {} : { server }),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

function agentNode(source: string, values: Values, callId: string | undefined): AgentNode {
  const [title, model] = [textOf(values.get(name.AGENT_DESCRIPTION)), textOf(values.get(name.REQUEST_MODEL))];
  const provider = model === undefined ? undefined : name.readProvider(textOf(values.get(name.PROVIDER)));
  return {
    source,
    id: subagentId(source),
    ...(title === undefined ? {} : { title }),
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(callId === undefined ? {} : { callId }),
    parent: parentSource(source),
  };
}
