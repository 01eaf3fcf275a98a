/**
 * What is known of every event of a session without its content: columns, one entry a logSeq. The server sends them
 * in one answer (`/map`); until that is here, and while a session grows, events that were loaded fill them in.
 */

import type { SessionMap } from '@hansard/core/api/index.ts';
import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import { isFailed } from '@hansard/core/events/tool-outcome.ts';
import type { Event } from '@hansard/core/transcript.ts';

/** A list of names that numbers stand for. */
class Names {
  readonly list: string[];
  readonly #numbers: Map<string, number>;

  constructor(list: readonly string[]) {
    this.list = [...list];
    this.#numbers = new Map(list.map((name, number) => [name, number]));
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}

export class Skeleton {
  readonly #types: Names;
  readonly #sources: Names;
  readonly #tools: Names;
  readonly #statuses: Names;
  readonly #type: number[];
  readonly #source: number[];
  readonly #tool: number[];
  readonly #status: number[];
  readonly #time: number[];
  readonly #flags: number[];
  readonly #duration: number[];

  constructor(map?: SessionMap) {
    this.#types = new Names(map?.types ?? []);
    this.#sources = new Names(map?.sources ?? ['primary']);
    this.#tools = new Names(map?.tools ?? []);
    this.#statuses = new Names(map?.statuses ?? []);
    this.#type = [...(map?.columns.type ?? [])];
    this.#source = [...(map?.columns.source ?? [])];
    this.#tool = [...(map?.columns.tool ?? [])];
    this.#status = [...(map?.columns.status ?? [])];
    this.#flags = [...(map?.columns.flags ?? [])];
    this.#duration = [...(map?.columns.durationMs ?? [])];
    let time = 0;
    this.#time = (map?.columns.time ?? []).map((since) => (time += since));
  }

  get lastSeq(): number {
    return this.#type.length;
  }

  get sources(): readonly string[] {
    return this.#sources.list;
  }

  /** Undefined for an event of which nothing is known yet. */
  type(seq: number): string | undefined {
    return this.#types.list[this.#type[seq - 1] ?? -1];
  }

  /** Its place in `sources`. */
  source(seq: number): number {
    return this.#source[seq - 1] ?? 0;
  }

  /** Empty when it is about no tool. */
  tool(seq: number): string {
    return this.#tools.list[this.#tool[seq - 1] ?? -1] ?? '';
  }

  status(seq: number): string {
    return this.#statuses.list[this.#status[seq - 1] ?? -1] ?? '';
  }

  /** Milliseconds since 1970. */
  time(seq: number): number {
    return this.#time[seq - 1] ?? 0;
  }

  durationMs(seq: number): number {
    return Math.max(0, this.#duration[seq - 1] ?? 0);
  }

  has(seq: number, flag: number): boolean {
    return ((this.#flags[seq - 1] ?? 0) & flag) !== 0;
  }

  /** Takes over what an event that was loaded says of itself; false when that was known. */
  put(seq: number, event: Event): boolean {
    const at = seq - 1;
    const type = this.#types.numberOf(event.type);
    const status = this.#statuses.numberOf(event.tool?.status ?? '');
    const known = this.#type[at] === type && this.#status[at] === status;
    this.#type[at] = type;
    this.#status[at] = status;
    if (known) return false;
    this.#source[at] = this.#sources.numberOf(event.source ?? 'primary');
    this.#tool[at] = this.#tools.numberOf(event.tool?.name ?? '');
    this.#time[at] = Date.parse(event.timestamp) || (this.#time[at - 1] ?? 0);
    // What the server knows beyond the event itself stays.
    this.#flags[at] = (this.#flags[at] ?? 0) | flagsOf(event);
    this.#duration[at] = event.tool?.durationMs ?? this.#duration[at] ?? 0;
    return true;
  }
}

function flagsOf(event: Event): number {
  const { type, tool, source = 'primary' } = event;
  let flags = 0;
  if (type === 'error' || (type === 'tool_result' && isFailed(tool?.status))) flags |= MAP_FLAGS.error;
  if (event.hidden) flags |= MAP_FLAGS.hidden;
  if (event.withdrawn) flags |= MAP_FLAGS.withdrawn;
  if (source !== 'primary') flags |= MAP_FLAGS.subagent;
  if (type === 'user_message' && source === 'primary') flags |= MAP_FLAGS.turn;
  if (type === 'tool_call' && (tool?.kind === 'edit' || tool?.kind === 'write')) flags |= MAP_FLAGS.edit;
  if (type === 'permission' || type === 'question') flags |= MAP_FLAGS.waits;
  return flags;
}
