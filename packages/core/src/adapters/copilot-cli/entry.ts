/** One record under way: who it belongs to, in which turn, and the event drafts that start from it. */
import { subagentSource } from '../../events/source-path.ts';
import { recall, remember } from '../../reading/recent.ts';
import type { EventDraft, NativeRecord, Output } from '../contract.ts';
import { type Envelope, filled, object, type Raw, text } from './native.ts';
import { type AgentState, LIMITS, type State } from './state.ts';

export interface Entry {
  readonly state: State;
  readonly record: NativeRecord;
  readonly out: Output;
  readonly type: string;
  readonly id: string;
  readonly data: Raw;
  readonly time: string | undefined;
  /** Id of the subagent; empty for the session's own agent. */
  readonly agentId: string;
  readonly agent: AgentState;
}

export function openEntry(state: State, record: NativeRecord, out: Output): Entry | undefined {
  const value = record.value as Partial<Envelope>;
  const type = text(value.type);
  const data = object(value.data);
  if (type === undefined || !data) return undefined;
  const agentId = agentOf(state, value, data, out);
  const agent = recall(state.agents, agentId) ?? remember(state.agents, agentId, {}, LIMITS.agents);
  enterTurn(agent, data);
  return {
    state,
    record,
    out,
    type,
    id: text(value.id) ?? record.ref,
    data,
    time: text(value.timestamp),
    agentId,
    agent,
  };
}

/** A draft with the record's time, source, turn and place. */
export function draft(entry: Entry, type: string, id: string = entry.id): EventDraft {
  const event: EventDraft = { id, type };
  if (entry.time !== undefined) event.timestamp = entry.time;
  if (entry.agentId) event.source = subagentSource(entry.agentId);
  const { interaction, turn } = entry.agent;
  if (interaction !== undefined && turn !== undefined) event.turn = `${interaction}/${turn}`;
  else if (interaction !== undefined) event.turn = interaction;
  event.native = entry.record.native(entry.type, entry.id);
  return event;
}

/** A patch that says which record it comes from. */
export const from = (entry: Entry) => ({ native: entry.record.native(entry.type, entry.id) });

/** Before `agentId` there was only the call that spawned the subagent; both may be given. */
function agentOf(state: State, value: Partial<Envelope>, data: Raw, out: Output): string {
  const callId = filled(data['parentToolCallId']);
  const agentId = filled(value.agentId) ?? (callId && agentOfCall(state, callId)) ?? callId ?? '';
  if (agentId && callId && !recall(state.agents, agentId)) announce(state, out, agentId, { callId });
  return agentId;
}

function agentOfCall(state: State, callId: string): string | undefined {
  return state.agents.findLast(({ v }) => v.callId === callId)?.k;
}

export function announce(
  state: State,
  out: Output,
  agentId: string,
  facts: { callId?: string; type?: string; title?: string; model?: string },
): void {
  const known = recall(state.agents, agentId) ?? remember(state.agents, agentId, {}, LIMITS.agents);
  if (facts.callId) known.callId = facts.callId;
  out.session({ agents: { [agentId]: facts } });
}

function enterTurn(agent: AgentState, data: Raw): void {
  const interaction = filled(data['interactionId']);
  const turn = filled(data['turnId']);
  if (interaction !== undefined && interaction !== agent.interaction) {
    agent.interaction = interaction;
    agent.turn = undefined;
  }
  if (turn !== undefined) agent.turn = turn;
}
