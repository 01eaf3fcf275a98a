/**
 * Copilot CLI's records, as seen in 0.0.420 to 1.0.102. The durable log and `--output-format json` share one
 * envelope; the names of the event types are those of the published SDK (`@github/copilot-sdk`).
 */

/** Untrusted JSON object: every field is checked before use. */
export type Raw = Record<string, unknown>;

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

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** A string with something in it. */
export const filled = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const whole = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const object = (value: unknown): Raw | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : undefined;

/** The fields that the event does not show elsewhere; undefined when there are none. */
export function rest(data: Raw, shown: ReadonlySet<string>): Raw | undefined {
  let kept: Raw | undefined;
  for (const key in data) {
    if (shown.has(key) || data[key] === null) continue;
    kept ??= {};
    kept[key] = data[key];
  }
  return kept;
}

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
