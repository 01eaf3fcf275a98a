/**
 * Who a line belongs to. Subagents have files of their own since 2.0 (their lines carry `agentId`); before, their
 * lines stood between the session's (`isSidechain` without `agentId`), each chain hanging on its first prompt.
 */

import type { AgentFacts } from '../../adapters/contract.ts';
import { subagentSource } from '../../events/source-path.ts';
import { recall, remember } from '../../reading/keyed-list.ts';
import type { Line } from './line.ts';
import { object, type Raw, text, word } from './native.ts';
import { hashOf, isNewAgent, keyOf, labelOf, type ReaderState, type SpawnSeen } from './state.ts';

/** Remembers a call that starts a subagent until the subagent's first line is seen. */
export function noteSpawn(line: Line, callId: string, input: Raw): void {
  const type = word(input['subagent_type']);
  const title = word(input['description']);
  const spawn: SpawnSeen = { k: keyOf(callId), prompt: hashOf(text(input['prompt']) ?? '') };
  if (type !== undefined) spawn.type = labelOf(type);
  if (title !== undefined) spawn.title = labelOf(title);
  remember(line.state.spawns, spawn, 16);
}

/** Tells once what is known of a subagent. */
export function mention(line: Pick<Line, 'state' | 'out'>, facts: AgentFacts): void {
  if (isNewAgent(line.state, facts.id)) line.out.session({ agents: { [facts.id]: facts } });
}

/** What a finished or launched agent's result says about it. */
export function mentionFromResult(line: Line, callId: string, result: unknown): void {
  const told = object(result);
  const id = word(told?.['agentId']);
  if (!told || id === undefined) return;
  const facts: AgentFacts = { id, callId };
  const spawn = recall(line.state.spawns, keyOf(callId));
  const type = word(told['agentType']) ?? spawn?.type;
  const title = word(told['description']) ?? spawn?.title;
  const model = word(told['resolvedModel']);
  if (type !== undefined) facts.type = type;
  if (title !== undefined) facts.title = title;
  if (model !== undefined) facts.model = model;
  mention(line, facts);
}

/** The source of a line, unless it is the input's own agent. */
export function sourceOf(state: ReaderState, value: Raw, out: Line['out']): string | undefined {
  const agentId = word(value['agentId']);
  if (agentId !== undefined) return agentId === state.own ? undefined : subagentSource(agentId);
  if (value['isSidechain'] !== true || state.own !== undefined) return undefined;
  return subagentSource(chainOf(state, value, out));
}

function chainOf(state: ReaderState, value: Raw, out: Line['out']): string {
  const uuid = keyOf(word(value['uuid']) ?? '');
  const parent = word(value['parentUuid']);
  const before = parent === undefined ? undefined : recall(state.sides, keyOf(parent));
  const agent = before?.agent ?? (parent === undefined ? undefined : state.sides.at(-1)?.agent) ?? uuid;
  remember(state.sides, { k: uuid, agent }, 32);
  if (agent === uuid) mention({ state, out }, inlineAgent(state, agent, value));
  return agent;
}

/** The prompt of an inline subagent is that of the call that started it. */
function inlineAgent(state: ReaderState, id: string, value: Raw): AgentFacts {
  const prompt = text(object(value['message'])?.['content']);
  const hash = prompt === undefined ? undefined : hashOf(prompt);
  const at = state.spawns.findIndex((spawn) => spawn.prompt === hash);
  const [spawn] = at < 0 ? [] : state.spawns.splice(at, 1);
  const facts: AgentFacts = { id };
  if (spawn) facts.callId = spawn.k;
  if (spawn?.type !== undefined) facts.type = spawn.type;
  if (spawn?.title !== undefined) facts.title = spawn.title;
  return facts;
}
