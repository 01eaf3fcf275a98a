/**
 * Events of a session in the order of its document: each agent keeps its own order, and a subagent's events follow the
 * call that spawned it. What is held of an event is its place in the spool, whose it is, and who is next in line; the
 * tree of agents is planted from the few events that it depends on.
 */
import type { AgentNode, Event, EventDraft } from '@hansard/core';
import type { Planted, TreeNode } from '@hansard/core/reading/agent-tree.ts';
import { agentOf, finishEvent } from '@hansard/core/reading/assemble.ts';
import type { InputRead } from '@hansard/core/reading/input-read.ts';
import type { SpooledDraft } from './archived-source.ts';
import type { EventSpool } from './event-spool.ts';

const SUBAGENT = 'subagent:';

export interface Order {
  agents(): AgentNode[];
  events(): Iterable<Event>;
}

/** The events of one agent: the first, the last, and from each to the next. */
interface Line {
  first: number;
  last: number;
}

export class LaidOut {
  readonly #spool: EventSpool<SpooledDraft>;
  readonly #reads: readonly InputRead[];
  /** Calls that may have spawned somebody. */
  readonly #spawning: ReadonlySet<string>;
  readonly #stubs: EventDraft[][];
  /** By thread and the id that its events name: agents are known by ids when the tree stands. */
  readonly #lines = new Map<string, Line>();
  #next = new Int32Array(1024);

  constructor(spool: EventSpool<SpooledDraft>, reads: readonly InputRead[]) {
    this.#spool = spool;
    this.#reads = reads;
    this.#stubs = reads.map(() => []);
    const facts = reads.flatMap(({ facts }) => [facts.agent, ...Object.values(facts.agents ?? {})]);
    this.#spawning = new Set(facts.flatMap((agent) => agent?.callId ?? []));
  }

  add(thread: number, spooled: SpooledDraft): void {
    const { draft } = spooled;
    const key = lineKey(thread, draft);
    const index = this.#spool.length;
    this.#spool.add(spooled);
    if (index >= this.#next.length) this.#grow();
    const line = this.#lines.get(key);
    if (line) {
      this.#next[line.last] = index;
      line.last = index;
    } else this.#lines.set(key, { first: index, last: index });
    this.#next[index] = -1;
    if (line && !this.#spawns(draft)) return;
    const { id, type, timestamp, source, tool } = draft;
    const callId = tool?.callId;
    this.#stubs[thread]?.push({ id, type, timestamp, source, ...(callId ? { tool: { name: '', callId } } : {}) });
  }

  /** What the tree is planted from. */
  planted(): Planted[] {
    return this.#reads.map(({ facts }, thread) => ({ facts, events: this.#stubs[thread] ?? [] }));
  }

  under(root: TreeNode): Order {
    const stubOf = new Map<EventDraft, string>();
    this.#stubs.forEach((stubs, thread) => {
      for (const stub of stubs) stubOf.set(stub, lineKey(thread, stub));
    });
    const linesOf = (node: TreeNode) => [...new Set(node.events.map((stub) => stubOf.get(stub) as string))];
    return {
      agents: () => agentsOf(root, undefined),
      events: () => this.#walk(root, linesOf),
    };
  }

  *#walk(root: TreeNode, linesOf: (node: TreeNode) => string[]): Generator<Event> {
    let seq = 0;
    const lay = function* (this: LaidOut, node: TreeNode, spawnedBy: string | undefined): Generator<Event> {
      const waiting = new Set(node.children);
      let sourceSeq = 0;
      for (const { draft, logSeq } of this.#line(linesOf(node))) {
        const event = finishEvent(draft, ++seq, node.source, ++sourceSeq);
        if (sourceSeq === 1 && spawnedBy && !event.parentId) event.parentId = spawnedBy;
        event.logSeq = logSeq;
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

  *#line(keys: readonly string[]): Generator<SpooledDraft> {
    for (const key of keys) {
      for (let at = this.#lines.get(key)?.first ?? -1; at >= 0; at = this.#next[at] as number) yield this.#spool.at(at);
    }
  }

  #spawns({ type, tool }: EventDraft): boolean {
    return type === 'tool_call' && tool?.callId !== undefined && this.#spawning.has(tool.callId);
  }

  #grow(): void {
    const next = new Int32Array(this.#next.length * 2);
    next.set(this.#next);
    this.#next = next;
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
