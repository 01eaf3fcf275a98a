/**
 * Copilot CLI's records, as seen in 0.0.420 to 1.0.102. The durable log and `--output-format json` share one
 * envelope; the names of the event types are those of the published SDK (`@github/copilot-sdk`).
 */
import { type Json, maybeObject as object } from '../../reading/native-values.ts';

export type Raw = Json;

/** One line of `events.jsonl` or of the live output. */
export interface Envelope {
  type: string;
  data: Raw;
  id?: string;
  parentId?: string | null;
  timestamp?: string;
  /** The subagent that the event belongs to. */
  agentId?: string;
  /** Live only: never written to the log. */
  ephemeral?: boolean;
}

export {
  listOf as list,
  maybeObject as object,
  numberOf as count,
  restOf as rest,
  stringOf as filled,
  textOf as text,
  wholeOf as whole,
} from '../../reading/native-values.ts';

/** Families of event types; what is in none of them is no event of this agent. */
const FAMILIES =
  /^(abort$|(assistant|auto_mode_switch|capabilities|command|commands|elicitation|exit_plan_mode|external_tool|factory|hook|mcp|mcp_app|model|pending_messages|permission|sampling|session|session_limits_exhausted|skill|subagent|system|tool|tool_search|ui|user|user_input)\.[a-z_.]+$)/;

export function isEnvelope(value: Raw): boolean {
  return (
    typeof value['type'] === 'string' &&
    FAMILIES.test(value['type']) &&
    object(value['data']) !== undefined &&
    typeof value['id'] === 'string' &&
    typeof value['timestamp'] === 'string' &&
    'parentId' in value
  );
}

/** The last line of the live output. */
export function isResult(value: Raw): boolean {
  return value['type'] === 'result' && typeof value['sessionId'] === 'string' && 'exitCode' in value;
}
