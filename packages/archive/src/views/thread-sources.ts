/**
 * The agents of a session, by the threads that tell of them: who spawned whom, as far as their facts say. No event is
 * read; a subagent whose parent is only known by the call that spawned it hangs on the session's own agent.
 */
import type { SessionFacts } from '@hansard/core';
import { plantTree, type TreeNode } from '@hansard/core/reading/agent-tree.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS, SOURCE_UNIT } from '../events/event-row.ts';

export interface ThreadSource {
  /** primary, or subagent:<id>[/<id>…] */
  readonly source: string;
  readonly parent: string | null;
  readonly title: string | null;
  readonly type: string | null;
  /** Id of the tool call that spawned it. */
  readonly callId: string | null;
}

export const PRIMARY: ThreadSource = { source: 'primary', parent: null, title: null, type: null, callId: null };
/** Subagents inside another agent's input, where rows were written before these were told apart. */
export const INLINE: ThreadSource = { source: 'subagent', parent: 'primary', title: null, type: null, callId: null };

interface ThreadFacts {
  readonly id: number;
  readonly subagent: boolean;
  readonly facts: SessionFacts;
}

/** Whose an event is, by its thread and the flags of its row. */
export function rowSources(sql: Sql, sessionId: number): (threadId: number, flags: number) => ThreadSource {
  const threads = threadsOf(sql, sessionId);
  const named = sourcesOf(threads);
  const mentioned = Object.assign({}, ...threads.map(({ facts }) => facts.agents)) as NonNullable<
    SessionFacts['agents']
  >;
  const inline = new Map<number, ThreadSource>();
  return (threadId, flags) => {
    const own = named.get(threadId) ?? PRIMARY;
    if ((flags & FLAGS.subagent) === 0 || own !== PRIMARY) return own;
    const name = Math.floor(flags / SOURCE_UNIT);
    const known = inline.get(name) ?? inlineSource(sql, name, mentioned);
    inline.set(name, known);
    return known;
  };
}

function inlineSource(sql: Sql, name: number, mentioned: NonNullable<SessionFacts['agents']>): ThreadSource {
  const source = sql.get('SELECT text FROM name WHERE id = ?', name)?.['text'] as string | undefined;
  if (source === undefined) return INLINE;
  const id = source.slice('subagent:'.length);
  const above = source.lastIndexOf('/');
  const { title = null, type = null, callId = null } = mentioned[id] ?? mentioned[source.slice(above + 1)] ?? {};
  return { source, parent: above < 0 ? 'primary' : source.slice(0, above), title, type, callId };
}

export function threadSources(sql: Sql, sessionId: number): Map<number, ThreadSource> {
  return sourcesOf(threadsOf(sql, sessionId));
}

function sourcesOf(threads: readonly ThreadFacts[]): Map<number, ThreadSource> {
  const { root } = plantTree(threads.map(({ facts }) => ({ facts, events: [] })));
  const named = new Map<string, ThreadSource>();
  collect(root, named);
  return new Map(threads.map((thread) => [thread.id, (thread.subagent && named.get(ownId(thread))) || PRIMARY]));
}

function threadsOf(sql: Sql, sessionId: number): ThreadFacts[] {
  const rows = sql.all('SELECT id, subagent, facts FROM thread WHERE session_id = ? ORDER BY id', sessionId);
  return rows.map((row) => ({
    id: row['id'] as number,
    subagent: row['subagent'] === 1,
    facts: JSON.parse(row['facts'] as string) as SessionFacts,
  }));
}

const ownId = ({ facts }: ThreadFacts): string => facts.agent?.id ?? facts.nativeId ?? '';

function collect(node: TreeNode, named: Map<string, ThreadSource>): void {
  const { title = null, type = null, callId = null } = node.facts;
  named.set(node.id, { source: node.source, parent: node.parent?.source ?? null, title, type, callId });
  for (const child of node.children) collect(child, named);
}
