/**
 * What the fields of a transcript are for, as far as redaction cares. Every string is scanned; the few that
 * other strings refer to, or that programs read, are treated with care:
 *
 * - *content* is for people and models: all rules run. It is the default, so that a field nobody thought of is safe.
 * - *labels* are words of the format (types, states, models, tool names): only rules that are certain run, so that
 *   documents stay readable by programs.
 * - *references* tie things together (ids): when something in one must go, the whole id is exchanged for a
 *   pseudonym of it, the same wherever it stands, so that what belonged together still does.
 * - *times* are left alone when they are times.
 */
export type FieldUse = 'content' | 'label' | 'reference' | 'time';

/** Fields of an object by name. What is not named is content, and free in form below. */
export interface Shape {
  readonly uses?: Readonly<Record<string, FieldUse>>;
  /** Objects within, and lists of objects, whose fields are known too. */
  readonly nested?: Readonly<Record<string, Shape>>;
}

const labels = (...names: string[]): Record<string, FieldUse> => uses('label', names);
const references = (...names: string[]): Record<string, FieldUse> => uses('reference', names);
const times = (...names: string[]): Record<string, FieldUse> => uses('time', names);

function uses(use: FieldUse, names: readonly string[]): Record<string, FieldUse> {
  return Object.fromEntries(names.map((name) => [name, use]));
}

/** With tables that inherit nothing: the name of a field may be any word, and is looked up at every field. */
function bare({ uses, nested }: Shape): Shape {
  const table = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
    Object.assign(Object.create(null), Object.fromEntries(entries));
  return {
    ...(uses && { uses: table(Object.entries(uses)) }),
    ...(nested && { nested: table(Object.entries(nested).map(([name, shape]) => [name, bare(shape)] as const)) }),
  };
}

const NATIVE: Shape = {
  uses: { ...references('id', 'input'), ...labels('type') },
  nested: { merged: { uses: { ...references('id'), ...labels('type') } } },
};
const PRICING: Shape = { uses: labels('model', 'date') };
const REDACTION: Shape = { uses: labels('ruleId', 'type', 'placeholder') };

export const EVENT_SHAPE: Shape = bare({
  uses: {
    ...references('id', 'source', 'turn', 'parentId', 'branch'),
    ...labels('type', 'role', 'audience', 'timestampSource', 'model', 'variant', 'phase'),
    ...times('timestamp', 'startedAt', 'completedAt'),
  },
  nested: {
    tool: { uses: { ...references('callId'), ...labels('name', 'kind', 'status', 'server') } },
    redactions: REDACTION,
    parts: { uses: { ...references('hash'), ...labels('type', 'action', 'mime', 'visibility') } },
    chunks: { uses: times('time') },
    usage: { uses: { ...references('responseId'), ...labels('scope') } },
    pricing: PRICING,
    hidden: { uses: labels('by') },
    permission: { uses: { ...references('id', 'callId'), ...labels('status', 'by') } },
    question: { uses: { ...references('id', 'callId'), ...labels('status') } },
    error: {},
    status: {},
    native: NATIVE,
  },
});

const ENVIRONMENT: Shape = { uses: labels('os', 'shell'), nested: { repo: {} } };
const SESSION: Shape = {
  uses: { ...times('startedAt', 'endedAt', 'capturedAt'), ...references('nativeId'), ...labels('models', 'state') },
  nested: {
    environment: ENVIRONMENT,
    lineage: { uses: { ...references('of'), ...labels('kind') } },
    run: { uses: references('runId', 'flowKey', 'stepId', 'agentKey') },
    agents: {
      uses: { ...references('source', 'id', 'nativeId', 'callId', 'parent'), ...labels('type', 'model') },
    },
    inputs: { uses: { ...references('key', 'source'), ...labels('dialect') } },
    problems: { uses: { ...references('input'), ...labels('kind') } },
  },
};
const COST: Shape = {
  uses: labels('priceDate', 'unpriced'),
  nested: { models: { uses: labels('model', 'matched') } },
};

/** Everything of a transcript but its events, its receipt and its attachments, which have ways of their own. */
export const HEAD_SHAPE: Shape = bare({
  uses: { ...labels('schemaVersion'), ...references('transcriptId') },
  nested: {
    source: { uses: labels('agent', 'agentVersion', 'adapter', 'adapterVersion', 'dialect') },
    session: SESSION,
    metrics: { nested: { cost: COST } },
  },
});
