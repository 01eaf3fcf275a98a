/** Subagents live in the same file: their events carry `agentId`, and `subagent.started` names the call behind them. */
import { subagentSource } from '../../events/source-path.ts';
import { announce, draft, type Entry } from './entry.ts';
import { filled, rest } from './native.ts';

const SHOWN = new Set(['toolCallId', 'agentName', 'agentDisplayName', 'model', 'reasoningEffort']);

export function readSubagent(entry: Entry): void {
  const { state, out, data, agent } = entry;
  const callId = filled(data['toolCallId']);
  const agentId = entry.agentId || callId;
  const type = filled(data['agentName']);
  const title = filled(data['agentDisplayName']);
  const model = filled(data['model']);
  if (agentId) {
    announce(state, out, agentId, {
      ...(callId ? { callId } : {}),
      ...(type ? { type } : {}),
      ...(title && title !== type ? { title } : {}),
      ...(model ? { model } : {}),
    });
  }
  const event = draft(entry, 'status');
  if (agentId) event.source = subagentSource(agentId);
  event.status = { label: entry.type, ...(title ? { detail: title } : {}) };
  if (model) event.model = model;
  const variant = filled(data['reasoningEffort']);
  if (variant) event.variant = variant;
  if (entry.agentId && model) agent.model = model;
  if (entry.agentId && variant) agent.variant = variant;
  event.extra = rest(data, SHOWN);
  out.add(event);
}
