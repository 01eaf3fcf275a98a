/**
 * The agents of a session, by the threads that tell of them: who spawned whom, as far as their facts say. No event is
 * read; a subagent whose parent is only known by the call that spawned it hangs on the session's own agent.
 */

import type { SessionFacts } from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { parentSource, subagentId, subagentPath } from '@hansard/core/events/source-path.ts';
import { plantTree, type TreeNode } from '@hansard/core/reading/agent-tree.ts';
import type { SourceFacts } from '@hansard/core/store/sessions.ts';
import { PRIMARY } from '@hansard/core/views/skeleton.ts';
import { textIn } from '../../database/columns.ts';
import { flag, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { SOURCE_UNIT } from '../events/source-unit.ts';

/** Subagents inside another agent's input, where rows were written before these were told apart. */
export const INLINE: SourceFacts = { source: 'subagent', parent: 'primary', title: null, type: null, callId: null };

interface ThreadFacts {
  readonly id: number;
  readonly subagent: boolean;
  readonly facts: SessionFacts;
}

/** Whose an event is, by its thread and the flags of its row. */
export function rowSources(sql: Sql, sessionId: number): (threadId: number, flags: number) => SourceFacts {
  const threads = threadsOf(sql, sessionId);
  const named = sourcesOf(threads);
  const mentioned = Object.assign({}, ...threads.map(({ facts }) => facts.agents)) as NonNullable<
    SessionFacts['agents']
  >;
  const inline = new Map<number, SourceFacts>();
  return (threadId, flags) => {
    const own = named.get(threadId) ?? PRIMARY;
    if ((flags & FLAGS.subagent) === 0 || own !== PRIMARY) return own;
    const name = Math.floor(flags / SOURCE_UNIT);
    const known = inline.get(name) ?? inlineSource(sql, name, mentioned);
    inline.set(name, known);
    return known;
  };
}

function inlineSource(sql: Sql, name: number, mentioned: NonNullable<SessionFacts['agents']>): SourceFacts {
  const row = sql.get('SELECT text FROM name WHERE id = ?', name);
  if (!row) return INLINE;
  const source = textIn(row);
  const facts = mentioned[subagentPath(source)] ?? mentioned[subagentId(source)];
  const { title = null, type = null, callId = null } = facts ?? {};
  return { source, parent: parentSource(source), title, type, callId };
}

export function threadSources(sql: Sql, sessionId: number): Map<number, SourceFacts> {
  return sourcesOf(threadsOf(sql, sessionId));
}

function sourcesOf(threads: readonly ThreadFacts[]): Map<number, SourceFacts> {
  const { root } = plantTree(threads.map(({ facts }) => ({ facts, events: [] })));
  const named = new Map<string, SourceFacts>();
  collect(root, named);
  return new Map(threads.map((thread) => [thread.id, (thread.subagent && named.get(ownId(thread))) || PRIMARY]));
}

function threadsOf(sql: Sql, sessionId: number): ThreadFacts[] {
  const rows = sql.all('SELECT id, subagent, facts FROM thread WHERE session_id = ? ORDER BY id', sessionId);
  return rows.map(readThread).map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) as SessionFacts }));
}

const readThread = rowReader({ id: integer, subagent: flag, facts: text });

const ownId = ({ facts }: ThreadFacts): string => facts.agent?.id ?? facts.nativeId ?? '';

function collect(node: TreeNode, named: Map<string, SourceFacts>): void {
  const { title = null, type = null, callId = null } = node.facts;
  named.set(node.id, { source: node.source, parent: node.parent?.source ?? null, title, type, callId });
  for (const child of node.children) collect(child, named);
}
