/** The words of a transcript's fields. Apart from its schema, which takes longer to load than many a command to run. */
export const SCHEMA_VERSION = '0.3.0';

/** Seed event types; consumers must accept others. */
export const BASE_EVENT_TYPES = [
  'user_message',
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
  'system',
  'meta',
] as const;

/** Event types added by schema 0.2.0. */
export const ADDED_EVENT_TYPES = ['permission', 'question', 'error', 'session', 'turn', 'status', 'unparsed'] as const;

/** Roles of events; consumers must accept others. */
export const ROLES = ['user', 'assistant', 'system', 'tool'] as const;

/** What ran an agent. `devtime` and `runtime` are the words of trace records, which say no more. */
export const EXECUTION_CONTEXTS = ['cli', 'ide', 'desktop', 'web', 'sdk', 'ci', 'devtime', 'runtime'] as const;

export const TOOL_STATUSES = ['ok', 'error', 'denied', 'timeout', 'running', 'interrupted', 'unknown'] as const;
export const TOOL_KINDS = [
  'shell',
  'read',
  'edit',
  'write',
  'search',
  'web',
  'task',
  'todo',
  'mcp',
  'question',
  'plan',
  'other',
] as const;
