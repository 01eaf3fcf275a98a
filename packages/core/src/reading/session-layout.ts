/**
 * Events of a session in the order of its document: each agent keeps its own order, and a subagent's events follow the
 * call that spawned it. The tree of agents is planted from the few events that it depends on. `seq` belongs to the document
 * and is given here; ids are never touched, so a subagent's file that turns up later changes no existing id or sourceSeq.
 */

import type { EventDraft } from '../adapters/contract.ts';
import { subagentSource } from '../events/source-path.ts';
import type { AgentNode, Event } from '../transcript.ts';
import { type Planted, plantTree, type TreeNode } from './agent-tree.ts';
import { defined, withDefined } from './defined.ts';
import { SessionLines } from './session-lines.ts';
import type { SessionThread } from './session-thread.ts';

/** An event where the document has it. */
export interface LaidOut {
  readonly draft: EventDraft;
  readonly logSeq: number | undefined;
  readonly seq: number;
  readonly source: string;
  readonly sourceSeq: number;
  /** The call that spawned its agent, for the first event of one. */
  readonly spawnedBy: string | undefined;
}

export class SessionLayout {
  readonly #threads: readonly SessionThread[];
  readonly #lines: SessionLines;
  /** Calls that may have spawned somebody. */
  readonly #spawning: ReadonlySet<string>;
  /** Where each agent begins, and what may have spawned another, by agent. */
  readonly #stubs = new Map<string, EventDraft[]>();
  #planted: TreeNode | undefined;

  /** Threads come best first. */
  constructor(threads: readonly SessionThread[]) {
    const facts = threads.flatMap(({ read }) => [read.facts.agent, ...Object.values(read.facts.agents ?? {})]);
    this.#spawning = new Set(facts.flatMap((agent) => agent?.callId ?? []));
    this.#threads = threads;
    this.#lines = new SessionLines(threads);
  }

  add(thread: number, place: number, draft: EventDraft): void {
    const line = this.#lines.add(thread, place, draft);
    if (line !== undefined) this.#note(line, draft);
  }

  agents(): AgentNode[] {
    return agentsOf(this.#root(), undefined);
  }

  *events(): Generator<Event> {
    for (const laid of this.laidOut()) yield finishEvent(laid);
  }

  /** The same before they are events of the document: for whoever only counts them. */
  *laidOut(): Generator<LaidOut> {
    let seq = 0;
    const lay = function* (this: SessionLayout, node: TreeNode, spawned: string | undefined): Generator<LaidOut> {
      const waiting = new Set(node.children);
      const { source } = node;
      let sourceSeq = 0;
      for (const { draft, logSeq } of this.#lines.drafts(node.id)) {
        const spawnedBy = sourceSeq === 0 ? spawned : undefined;
        yield { draft, logSeq, seq: ++seq, source, sourceSeq: ++sourceSeq, spawnedBy };
        if (!this.#spawns(draft)) continue;
        for (const child of node.children) {
          if (child.facts.callId === draft.tool?.callId && waiting.delete(child))
            yield* lay.call(this, child, draft.id);
        }
      }
      for (const child of waiting) yield* lay.call(this, child, undefined);
    };
    yield* lay.call(this, this.#root(), undefined);
  }

  /** The tree stands when all events were added. */
  #root(): TreeNode {
    if (this.#planted) return this.#planted;
    for (const line of this.#lines.mixed()) {
      this.#stubs.delete(line);
      for (const { draft } of this.#lines.drafts(line)) this.#note(line, draft);
    }
    const told = this.#threads.map(({ read }): Planted => ({ facts: read.facts, events: [] }));
    const events = [...this.#stubs.values()].flat();
    this.#planted = plantTree([...told, { facts: {}, events }]).root;
    return this.#planted;
  }

  #note(line: string, draft: EventDraft): void {
    const stubs = this.#stubs.get(line);
    if (stubs && !this.#spawns(draft)) return;
    const { id, type, timestamp, tool } = draft;
    const stub: EventDraft = {
      id,
      type,
      timestamp,
      ...(line === '' ? {} : { source: subagentSource(line) }),
      ...(tool?.callId ? { tool: { name: '', callId: tool.callId } } : {}),
    };
    if (stubs) stubs.push(stub);
    else this.#stubs.set(line, [stub]);
  }

  #spawns({ type, tool }: EventDraft): boolean {
    return type === 'tool_call' && tool?.callId !== undefined && this.#spawning.has(tool.callId);
  }
}

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

function agentOf(node: TreeNode, parent: TreeNode | undefined): AgentNode {
  const { id, ...facts } = node.facts;
  return { source: node.source, ...(id ? { id } : {}), ...facts, ...(parent ? { parent: parent.source } : {}) };
}

/** Readers may lay out fields that they then have nothing for; a document has only those that say something. */
function finishEvent({ draft, logSeq, seq, source, sourceSeq, spawnedBy }: LaidOut): Event {
  const { id, type } = draft;
  const own: Event = { id, seq, timestamp: draft.timestamp as string, type, source, sourceSeq };
  const event = withDefined<Event>(own, draft as Event);
  if (event.tool) event.tool = defined(event.tool);
  if (spawnedBy && !event.parentId) event.parentId = spawnedBy;
  if (logSeq !== undefined) event.logSeq = logSeq;
  return event;
}
