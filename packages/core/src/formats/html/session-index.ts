/** What is known of all events without unpacking them: columns, prompts and sources, gathered as events go by. */

import type { SessionMap } from '../../api/views.ts';
import { columnsOf, FLAGS, touchesOf } from '../../events/event-facts.ts';
import { MAP_FLAGS } from '../../events/map-flags.ts';
import type { AgentNode, Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import type { FileSource } from './file-data.ts';
import { Names } from './names.ts';
import { PromptList } from './prompt-list.ts';

const PRIMARY = 'primary';
/** Calls whose number is kept, for what answers them. */
const KEPT_CALLS = 20_000;

export class SessionIndex {
  readonly prompts = new PromptList();
  readonly #columns: SessionMap['columns'] = {
    type: [],
    source: [],
    tool: [],
    status: [],
    time: [],
    flags: [],
    durationMs: [],
  };
  readonly #types = new Names();
  readonly #sources = new Names(PRIMARY);
  readonly #tools = new Names('');
  readonly #statuses = new Names('');
  readonly #models = new Names();
  readonly #events = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  /** Calls that spawned a subagent, by their id. */
  readonly #spawned = new Map<string, number | null>();
  readonly #agents: readonly AgentNode[];
  #time = 0;

  constructor({ session }: TranscriptHeader) {
    this.#agents = session.agents ?? [];
    for (const { callId } of this.#agents) if (callId !== undefined) this.#spawned.set(callId, null);
  }

  get length(): number {
    return this.#columns.type.length;
  }

  /** Adds an event, and gives the number of the call that it answers. */
  add(event: Event): number | undefined {
    const seq = this.length + 1;
    const { type, time, tool, status, model, flags } = columnsOf(event);
    const source = event.source ?? PRIMARY;
    const isPrompt = isPromptOf(event, source, flags);
    const changed = changedBy(event);
    const bits =
      mapFlags(event, source, flags) | (isPrompt ? MAP_FLAGS.turn : 0) | (changed.length > 0 ? MAP_FLAGS.edit : 0);
    const { type: types, source: sources, tool: tools, ...columns } = this.#columns;
    types.push(this.#types.at(type));
    sources.push(this.#sources.at(source));
    tools.push(this.#tools.at(tool ?? ''));
    columns.status.push(this.#statuses.at(status ?? ''));
    columns.time.push(time - this.#time);
    columns.flags.push(bits);
    columns.durationMs.push(Math.max(0, Math.round(event.tool?.durationMs ?? 0)));
    this.#time = time;
    if (model) this.#models.at(model);
    this.prompts.add(event, seq, { isPrompt, isError: (bits & MAP_FLAGS.error) !== 0, time, source, changed });
    this.#count(source);
    return this.#answers(event, seq, source);
  }

  map(): SessionMap {
    return {
      lastSeq: this.length,
      sources: this.#sources.list,
      types: this.#types.list,
      tools: this.#tools.list,
      statuses: this.#statuses.list,
      models: this.#models.list,
      columns: this.#columns,
    };
  }

  sources(): FileSource[] {
    const known = new Map(this.#agents.map((agent) => [agent.source, agent]));
    return this.#sources.list.map((source) => {
      const agent = known.get(source);
      const call = agent?.callId === undefined ? null : (this.#spawned.get(agent.callId) ?? null);
      const events = this.#events.get(source) ?? 0;
      return {
        source,
        parent: agent?.parent ?? null,
        title: agent?.title ?? null,
        type: agent?.type ?? null,
        call,
        events,
      };
    });
  }

  #count(source: string): void {
    this.#events.set(source, (this.#events.get(source) ?? 0) + 1);
  }

  #answers({ id, type, tool, parentId }: Event, seq: number, source: string): number | undefined {
    const key = tool?.callId === undefined ? undefined : `${source} ${tool.callId}`;
    if (type === 'tool_call') {
      this.#keep(`#${id}`, seq);
      if (key !== undefined) this.#keep(key, seq);
      if (tool?.callId !== undefined && this.#spawned.has(tool.callId)) this.#spawned.set(tool.callId, seq);
      return undefined;
    }
    if (type !== 'tool_result' && type !== 'permission') return undefined;
    return this.#calls.get(`#${parentId}`) ?? (key === undefined ? undefined : this.#calls.get(key));
  }

  #keep(key: string, seq: number): void {
    this.#calls.set(key, seq);
    if (this.#calls.size <= KEPT_CALLS) return;
    for (const old of this.#calls.keys()) {
      this.#calls.delete(old);
      return;
    }
  }
}

/** What people asked, themselves. */
function isPromptOf({ type }: Event, source: string, flags: number): boolean {
  const unseen = FLAGS.modelOnly | FLAGS.withdrawn | FLAGS.subagent;
  return type === 'user_message' && (flags & unseen) === 0 && source === PRIMARY;
}

const CHANGING: ReadonlySet<string> = new Set(['edit', 'write', 'patch', 'delete', 'rename']);

const NONE: readonly string[] = [];

function changedBy(event: Event): readonly string[] {
  if (!event.parts && !event.tool) return NONE;
  return touchesOf(event).flatMap(({ path, action }) => (CHANGING.has(action) ? [path] : []));
}

function mapFlags(event: Event, source: string, flags: number): number {
  let bits = 0;
  if (flags & FLAGS.error) bits |= MAP_FLAGS.error;
  if (flags & FLAGS.hidden) bits |= MAP_FLAGS.hidden;
  if (flags & FLAGS.withdrawn) bits |= MAP_FLAGS.withdrawn;
  if (flags & FLAGS.compaction) bits |= MAP_FLAGS.compaction;
  if (source !== PRIMARY) bits |= MAP_FLAGS.subagent;
  if (event.type === 'permission' || event.type === 'question') bits |= MAP_FLAGS.waits;
  return bits;
}
