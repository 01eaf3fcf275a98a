/**
 * Shapes of Claude Code's records, and the checks with which they are read: every field is `unknown` until tested.
 * Seen in versions 1.0.98 to 2.1.325; what appeared and vanished when is in README.md.
 */

/** A native record or a part of one. */
export type Raw = Readonly<Record<string, unknown>>;

export {
  listOf as list,
  maybeObject as object,
  stringOf as word,
  textOf as text,
} from '../../reading/native-values.ts';

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

export function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The fields of a record that are not represented elsewhere: known ones and empty ones are left out. */
export function leftovers(value: Raw, known: ReadonlySet<string>): Record<string, unknown> | undefined {
  let extra: Record<string, unknown> | undefined;
  for (const key in value) {
    if (known.has(key)) continue;
    const field = value[key];
    if (field === null || field === undefined || field === false) continue;
    extra ??= {};
    extra[key] = field;
  }
  return extra;
}

/** Fields that say where a record belongs: kept as facts of the session, as time, turn, source and id. */
export const ENVELOPE: ReadonlySet<string> = new Set([
  'type',
  'uuid',
  'timestamp',
  'sessionId',
  'session_id',
  'cwd',
  'version',
  'gitBranch',
  'userType',
  'entrypoint',
  'slug',
  'isSidechain',
  'agentId',
  'agent_id',
  'promptId',
  'parent_tool_use_id',
  'subagent_type',
  'task_description',
]);

export const envelopeAnd = (...fields: string[]): ReadonlySet<string> => new Set([...ENVELOPE, ...fields]);
