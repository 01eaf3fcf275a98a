/**
 * Finds who spawned whom. A subagent is known by its own input, by events inside another's input, or both; its
 * parent is the source that holds the spawning call, or that mentions it, or else the root.
 */

import type { AgentFacts, EventDraft } from '../adapters/contract.ts';
import { isSubagentSource, subagentPath, subagentSource } from '../events/source-path.ts';
import { defined } from './defined.ts';
import type { InputRead } from './input-read.ts';

export interface TreeNode {
  /** Own id, as the agent names it; empty for the root. */
  readonly id: string;
  facts: Partial<AgentFacts>;
  readonly events: EventDraft[];
  readonly children: TreeNode[];
  parent?: TreeNode;
  source: string;
  /** Id of the event that spawned it. */
  spawnedBy?: string;
}

export interface AgentTree {
  readonly root: TreeNode;
}

/** What the tree is made of: what inputs say of themselves, and their events as far as they are at hand. */
export type Planted = Pick<InputRead, 'facts' | 'events'>;

/** No agent nests like this; hostile input that does is flattened, as the names of sources grow with the depth. */
const MAX_DEPTH = 100;

export function plantTree(reads: readonly Planted[]): AgentTree {
  const nodes = collectNodes(reads);
  const mentions = collectMentions(reads, nodes);
  const calls = collectCalls(nodes);
  const root = nodes.get('') as TreeNode;
  for (const node of byFirstTime(nodes)) {
    if (node === root) continue;
    const mention = mentions.get(node.id) ?? mentions.get(node.facts.nativeId ?? '');
    node.facts = { ...mention?.facts, ...defined(node.facts) };
    const parent = calls.get(node.facts.callId ?? '') ?? mention?.by ?? root;
    hang(node, isBelow(parent, node) ? root : parent);
  }
  nameSources(root);
  return { root };
}

/** The id under which an input's own events are filed: empty for the session itself. */
function ownId(read: Planted, rootNativeId: string | undefined): string {
  if (read.facts.agent) return read.facts.agent.id;
  const { nativeId, parent, root } = read.facts;
  const isChild = (parent || root) && nativeId && nativeId !== rootNativeId;
  return isChild ? nativeId : '';
}

/** The native id of the session at the root of these reads. */
export function rootNativeId(reads: readonly Planted[]): string | undefined {
  const own = new Set(reads.map((read) => read.facts.nativeId));
  const top = reads.find(
    ({ facts }) =>
      !facts.agent &&
      !(facts.parent && own.has(facts.parent)) &&
      !(facts.root && facts.root !== facts.nativeId && own.has(facts.root)),
  );
  return top?.facts.nativeId ?? reads[0]?.facts.root ?? reads[0]?.facts.nativeId;
}

function collectNodes(reads: readonly Planted[]): Map<string, TreeNode> {
  const nodes = new Map<string, TreeNode>();
  const ownIdOf = ownIds(reads);
  const nodeOf = (id: string) => {
    let node = nodes.get(id);
    if (!node) {
      node = { id, facts: id ? { id } : {}, events: [], children: [], source: '' };
      nodes.set(id, node);
    }
    return node;
  };
  nodeOf('');
  for (const read of reads) {
    const own = ownIdOf(read);
    const node = nodeOf(own);
    if (own)
      node.facts = {
        ...node.facts,
        ...read.facts.agent,
        id: own,
        ...(read.facts.nativeId ? { nativeId: read.facts.nativeId } : {}),
      };
  }
  for (const read of reads) {
    const own = ownIdOf(read);
    for (const event of read.events) nodeOf(lineOf(event, own)).events.push(event);
  }
  return nodes;
}

/** The id under which an input's own events are filed. */
export function ownIds(reads: readonly Planted[]): (read: Planted) => string {
  const top = rootNativeId(reads);
  return (read) => ownId(read, top);
}

/** Whose an event is that an input tells of, by the input's own agent. */
export const lineOf = ({ source }: Pick<EventDraft, 'source'>, own: string): string =>
  isSubagentSource(source) ? subagentPath(source) : own;

interface Mention {
  facts: Partial<AgentFacts>;
  by: TreeNode;
}

function collectMentions(reads: readonly Planted[], nodes: Map<string, TreeNode>): Map<string, Mention> {
  const mentions = new Map<string, Mention>();
  const ownIdOf = ownIds(reads);
  for (const read of reads) {
    const by = nodes.get(ownIdOf(read)) as TreeNode;
    for (const [id, facts] of Object.entries(read.facts.agents ?? {})) {
      if (nodes.get(id) !== by) mentions.set(id, { facts: { ...mentions.get(id)?.facts, ...facts }, by });
    }
  }
  return mentions;
}

/** Which source holds each tool call. */
function collectCalls(nodes: Map<string, TreeNode>): Map<string, TreeNode> {
  const calls = new Map<string, TreeNode>();
  for (const node of nodes.values()) {
    for (const event of node.events) {
      const callId = event.type === 'tool_call' ? event.tool?.callId : undefined;
      if (callId && !calls.has(callId)) calls.set(callId, node);
    }
  }
  return calls;
}

function byFirstTime(nodes: Map<string, TreeNode>): TreeNode[] {
  const first = (node: TreeNode) => node.events[0]?.timestamp ?? '';
  return [...nodes.values()].sort((a, b) => compare(first(a), first(b)) || compare(a.id, b.id));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function hang(node: TreeNode, parent: TreeNode): void {
  node.parent = parent;
  parent.children.push(node);
}

/** Whether `node` is `above`, below it, or too deep to tell: hostile input can name a subagent as its own ancestor. */
function isBelow(node: TreeNode, above: TreeNode): boolean {
  let at: TreeNode | undefined = node;
  for (let depth = 0; at; at = at.parent) if (at === above || depth++ > MAX_DEPTH) return true;
  return false;
}

function nameSources(root: TreeNode): void {
  root.source = 'primary';
  const name = (node: TreeNode, prefix: string, depth: number) => {
    node.source = prefix + node.id;
    // Branches that grew from the bottom can be deeper than any climb that built them.
    if (depth >= MAX_DEPTH) for (const child of node.children.splice(0)) hang(child, root);
    for (const child of node.children) name(child, `${node.source}/`, depth + 1);
  };
  for (const child of root.children) name(child, subagentSource(''), 1);
}
