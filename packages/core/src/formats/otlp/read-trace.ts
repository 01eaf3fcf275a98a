/**
 * The spans of one session as events. Ours are in order; those of other writers are sorted by their begin, and what
 * they repeat of the conversation in each request is taken once.
 */
import { parentSource, subagentId, subagentSource } from '../../events/source-path.ts';
import { textOf, wholeOf } from '../../reading/native-values.ts';
import type { AgentNode, Event, Tool } from '../../transcript.ts';
import { readAttributes, timeOf } from './attributes.ts';
import { History } from './history.ts';
import * as name from './names.ts';
import { namedAlike } from './openinference.ts';
import { answered, asked, type Draft, type Values } from './read-chat.ts';
import type { ReadSpan } from './span.ts';

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

const CHATS = new Set(['chat', 'generate_content', 'text_completion']);

export class TraceReader {
  readonly events: Event[] = [];
  readonly agents: AgentNode[] = [];
  readonly models = new Set<string>();
  readonly #ours: boolean;
  readonly #byId = new Map<string, TracedSpan>();
  readonly #above = new Map<string, TracedSpan | undefined>();
  readonly #sources = new Map<string, string>();
  readonly #sourceSeq = new Map<string, number>();
  readonly #tools = new Map<string, string>();
  #time = '1970-01-01T00:00:00.000Z';
  root: TracedSpan | undefined;

  constructor(spans: readonly TracedSpan[], ours: boolean) {
    this.#ours = ours;
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
    const history = new History(this.#ours);
    spans.forEach((traced, at) => {
      if (CHATS.has(traced.operation)) this.#readChat(source, traced, toolsAfter(spans, at), history);
      else if (traced.operation === 'execute_tool') this.#addResult(source, traced, history);
    });
  }

  #readChat(source: string, chat: TracedSpan, tools: readonly TracedSpan[], history: History): void {
    for (const draft of history.unheard(asked(chat.span, chat.values))) this.#add(draft, source);
    const facts = callFacts(tools);
    const drafts = answered(chat.span, chat.values, (id) => facts.get(id)?.time);
    history.hear(drafts);
    for (const draft of drafts) {
      const own = draft.tool?.callId === undefined ? undefined : facts.get(draft.tool.callId);
      this.#add(own && draft.tool ? { ...draft, tool: { ...draft.tool, ...own.tool } } : draft, source);
    }
  }

  #addResult(source: string, { span, values }: TracedSpan, history: History): void {
    const result = values.get(name.TOOL_RESULT);
    if (result === undefined) return;
    const callId = textOf(values.get(name.TOOL_CALL_ID));
    const tool: Tool = {
      name: textOf(values.get(name.TOOL_NAME)) ?? '',
      ...(callId === undefined ? {} : { callId }),
      output: typeof result === 'string' ? result : JSON.stringify(result),
      ...toolFacts(values),
    };
    const draft: Draft = { type: 'tool_result', role: 'tool', timestamp: timeOf(span.endTimeUnixNano), tool };
    history.hear([draft]);
    this.#add(draft, source);
  }

  #add({ timestamp, type, ...rest }: Draft, source: string): void {
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
    const id = source === 'primary' ? `event-${sourceSeq}` : `${source}.event-${sourceSeq}`;
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
