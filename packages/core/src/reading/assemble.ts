/**
 * A session's tree of agents becomes one Transcript. Each source keeps its own order; a subagent's events follow
 * the call that spawned it. `seq` belongs to the document and is given here; ids are never touched, so a
 * subagent's file that turns up later changes no existing id or sourceSeq.
 */
import type { EventDraft } from '../adapters/contract.ts';
import type { AgentNode, Event } from '../transcript.ts';
import { type AgentTree, plantTree, type TreeNode } from './agent-tree.ts';
import { defined } from './defined.ts';
import type { InputRead } from './input-read.ts';

export interface Assembled {
  readonly events: Event[];
  readonly agents: AgentNode[];
}

export function assembleEvents(reads: readonly InputRead[]): Assembled {
  const tree = plantTree(reads);
  const events: Event[] = [];
  const agents: AgentNode[] = [];
  layOut(tree, tree.root, undefined, events, agents);
  return { events, agents };
}

function layOut(
  tree: AgentTree,
  node: TreeNode,
  parent: TreeNode | undefined,
  events: Event[],
  agents: AgentNode[],
): void {
  agents.push(agentOf(node, parent));
  const waiting = new Set(node.children);
  let sourceSeq = 0;
  for (const draft of node.events) {
    const event = finishEvent(draft, events.length + 1, node.source, ++sourceSeq);
    if (sourceSeq === 1 && node.spawnedBy && !event.parentId) event.parentId = node.spawnedBy;
    events.push(event);
    if (draft.type !== 'tool_call' || !draft.tool?.callId) continue;
    for (const child of node.children) {
      if (child.facts.callId !== draft.tool.callId || !waiting.delete(child)) continue;
      child.spawnedBy = draft.id;
      layOut(tree, child, node, events, agents);
    }
  }
  for (const child of waiting) layOut(tree, child, node, events, agents);
}

export function agentOf(node: TreeNode, parent: TreeNode | undefined): AgentNode {
  const { id, ...facts } = node.facts;
  return { source: node.source, ...(id ? { id } : {}), ...facts, ...(parent ? { parent: parent.source } : {}) };
}

/** Readers may lay out fields that they then have nothing for; a document has only those that say something. */
export function finishEvent(draft: EventDraft, seq: number, source: string, sourceSeq: number): Event {
  const { id, timestamp, type, source: _own, ...rest } = draft;
  const event: Event = { id, seq, timestamp: timestamp as string, type, source, sourceSeq, ...defined(rest) };
  if (event.tool) event.tool = defined(event.tool);
  return event;
}
