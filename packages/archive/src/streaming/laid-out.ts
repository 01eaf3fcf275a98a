/**
 * Events of a session in the order of its document: each agent keeps its own order, and a subagent's events follow the
 * call that spawned it. What is held of an event is its place; the tree of agents is planted from the few events that it
 * depends on.
 */
import type { AgentNode, Event, EventDraft } from '@hansard/core';
import type { Planted, TreeNode } from '@hansard/core/reading/agent-tree.ts';
import { agentOf, finishEvent } from '@hansard/core/reading/assemble.ts';
import { PlaceList } from './place-list.ts';
import type { SpooledThread } from './spooled-thread.ts';

const SUBAGENT = 'subagent:';

export interface Order {
  agents(): AgentNode[];
  events(): Iterable<Event>;
}

/** The events of one agent in one thread. */
interface Line {
  readonly thread: number;
  readonly places: PlaceList;
}

export class LaidOut {
  readonly #threads: readonly SpooledThread[];
  /** Calls that may have spawned somebody. */
  readonly #spawning: ReadonlySet<string>;
  readonly #stubs: EventDraft[][];
  /** By thread and the id that its events name: agents are known by ids when the tree stands. */
  readonly #lines = new Map<string, Line>();
  /** Two inputs of one session may hold the same records (a copy of the file): they count once. */
  readonly #seen: Set<string> | undefined;

  constructor(threads: readonly SpooledThread[]) {
    this.#threads = threads;
    this.#stubs = threads.map(() => []);
    this.#seen = threads.length > 1 ? new Set() : undefined;
    const facts = threads.flatMap(({ read }) => [read.facts.agent, ...Object.values(read.facts.agents ?? {})]);
    this.#spawning = new Set(facts.flatMap((agent) => agent?.callId ?? []));
  }

  add(thread: number, place: number, draft: EventDraft): void {
    if (this.#seen?.has(draft.id)) return;
    this.#seen?.add(draft.id);
    const key = lineKey(thread, draft);
    const line = this.#lines.get(key) ?? { thread, places: new PlaceList() };
    const isFirst = line.places.length === 0;
    line.places.push(place);
    if (isFirst) this.#lines.set(key, line);
    else if (!this.#spawns(draft)) return;
    const { id, type, timestamp, source, tool } = draft;
    const callId = tool?.callId;
    this.#stubs[thread]?.push({ id, type, timestamp, source, ...(callId ? { tool: { name: '', callId } } : {}) });
  }

  /** What the tree is planted from. */
  planted(): Planted[] {
    return this.#threads.map(({ read: { facts } }, thread) => ({ facts, events: this.#stubs[thread] ?? [] }));
  }

  under(root: TreeNode): Order {
    const lineOf = new Map<EventDraft, Line>();
    this.#stubs.forEach((stubs, thread) => {
      for (const stub of stubs) lineOf.set(stub, this.#lines.get(lineKey(thread, stub)) as Line);
    });
    const linesOf = (node: TreeNode) => [...new Set(node.events.map((stub) => lineOf.get(stub) as Line))];
    return {
      agents: () => agentsOf(root, undefined),
      events: () => this.#walk(root, linesOf),
    };
  }

  *#walk(root: TreeNode, linesOf: (node: TreeNode) => Line[]): Generator<Event> {
    let seq = 0;
    const lay = function* (this: LaidOut, node: TreeNode, spawnedBy: string | undefined): Generator<Event> {
      const waiting = new Set(node.children);
      let sourceSeq = 0;
      for (const { draft, logSeq } of this.#drafts(linesOf(node))) {
        const event = finishEvent(draft, ++seq, node.source, ++sourceSeq);
        if (sourceSeq === 1 && spawnedBy && !event.parentId) event.parentId = spawnedBy;
        if (logSeq !== undefined) event.logSeq = logSeq;
        yield event;
        if (!this.#spawns(draft)) continue;
        for (const child of node.children) {
          if (child.facts.callId === draft.tool?.callId && waiting.delete(child))
            yield* lay.call(this, child, draft.id);
        }
      }
      for (const child of waiting) yield* lay.call(this, child, undefined);
    };
    yield* lay.call(this, root, undefined);
  }

  *#drafts(lines: readonly Line[]): Generator<{ draft: EventDraft; logSeq: number | undefined }> {
    for (const { thread, places } of lines) {
      const { events, logSeqs } = this.#threads[thread] as SpooledThread;
      for (let index = 0; index < places.length; index++) {
        const place = places.at(index);
        // Numbers begin with 1.
        yield { draft: events.at(place), logSeq: logSeqs?.[place] || undefined };
      }
    }
  }

  #spawns({ type, tool }: EventDraft): boolean {
    return type === 'tool_call' && tool?.callId !== undefined && this.#spawning.has(tool.callId);
  }
}

const lineKey = (thread: number, { source }: EventDraft): string =>
  JSON.stringify([thread, source?.startsWith(SUBAGENT) ? source : '']);

/** In the order in which their events begin. */
function agentsOf(node: TreeNode, parent: TreeNode | undefined): AgentNode[] {
  const waiting = new Set(node.children);
  const agents = [agentOf(node, parent)];
  for (const { type, tool } of node.events) {
    if (type !== 'tool_call' || !tool?.callId) continue;
    for (const child of node.children) {
      if (child.facts.callId === tool.callId && waiting.delete(child)) agents.push(...agentsOf(child, node));
    }
  }
  for (const child of waiting) agents.push(...agentsOf(child, node));
  return agents;
}
