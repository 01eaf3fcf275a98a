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
 *
 * Names of fields are texts too, where they are anybody's. Those that the format gives stay, whatever a project is called.
 */
import { Event, Transcript } from '../../transcript.ts';

export type FieldUse = 'content' | 'label' | 'reference' | 'time';

/** What is known of a field. */
export interface Field {
  readonly use: FieldUse;
  /** The object within, or the objects of a list, whose fields are known too. */
  readonly nested: Shape | undefined;
  /** The format gives the name; no other is a word of ours. */
  readonly isGiven: boolean;
}

/** Fields of an object by name. What is not named is content, and free in form below. */
export interface Shape {
  readonly fields: ReadonlyMap<string, Field>;
  /** All names are given, here and below: what programs answer, rather than what somebody wrote. */
  readonly fixed: boolean;
}

/** Answers of a program, whose fields a schema names. */
export const FIXED_NAMES: Shape = { fields: new Map(), fixed: true };

/** A shape as it is written down here: only what is not content. */
interface Uses {
  readonly uses?: Readonly<Record<string, FieldUse>>;
  readonly nested?: Readonly<Record<string, Uses>>;
}

const labels = (...names: string[]): Record<string, FieldUse> => uses('label', names);
const references = (...names: string[]): Record<string, FieldUse> => uses('reference', names);
const times = (...names: string[]): Record<string, FieldUse> => uses('time', names);

function uses(use: FieldUse, names: readonly string[]): Record<string, FieldUse> {
  return Object.fromEntries(names.map((name) => [name, use]));
}

/** What is needed of a schema: its fields, or those of what it lists or allows. */
interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
  readonly anyOf?: readonly object[];
}

/** A shape with the names that a schema gives. */
function shapeOf(schema: object, { uses = {}, nested = {} }: Uses): Shape {
  const given = fieldsOf(schema);
  const names = new Set([...Object.keys(given), ...Object.keys(uses), ...Object.keys(nested)]);
  const field = (name: string): Field => ({
    use: uses[name] ?? 'content',
    nested: nested[name] && shapeOf(given[name] ?? {}, nested[name]),
    isGiven: Object.hasOwn(given, name),
  });
  return { fields: new Map([...names].map((name) => [name, field(name)])), fixed: false };
}

function fieldsOf(schema: object): Readonly<Record<string, object>> {
  const { properties, items, anyOf = [] }: Schema = schema;
  if (properties) return properties;
  return items ? fieldsOf(items) : Object.assign({}, ...anyOf.map(fieldsOf));
}

const NATIVE: Uses = {
  uses: { ...references('id', 'input'), ...labels('type') },
  nested: { merged: { uses: { ...references('id'), ...labels('type') } } },
};
const PRICING: Uses = { uses: labels('model', 'date') };
const REDACTION: Uses = { uses: labels('ruleId', 'type', 'placeholder') };

export const EVENT_SHAPE: Shape = shapeOf(Event, {
  uses: {
    ...references('id', 'source', 'turn', 'parentId', 'branch', 'promptHash', 'toolsHash'),
    ...labels('type', 'role', 'audience', 'timestampSource', 'model', 'provider', 'variant', 'phase'),
    ...times('timestamp', 'startedAt', 'completedAt'),
  },
  nested: {
    tool: { uses: { ...references('callId'), ...labels('name', 'kind', 'status', 'server') } },
    redactions: REDACTION,
    tools: { uses: { ...references('hash'), ...labels('name', 'server') } },
    parts: { uses: { ...references('hash'), ...labels('type', 'action', 'mime', 'visibility') } },
    chunks: { uses: times('time') },
    usage: { uses: { ...references('responseId'), ...labels('scope') } },
    pricing: PRICING,
    hidden: { uses: labels('by') },
    permission: { uses: { ...references('id', 'callId'), ...labels('status', 'by', 'via'), ...times('at') } },
    question: { uses: { ...references('id', 'callId'), ...labels('status', 'by', 'via'), ...times('at') } },
    error: {},
    status: {},
    native: NATIVE,
  },
});

const ENVIRONMENT: Uses = { uses: labels('os', 'shell'), nested: { repo: {} } };
const GIT: Uses = {
  nested: {
    links: { uses: { ...labels('vcs', 'tier'), ...times('committedAt') } },
    attribution: {
      uses: labels('vcs'),
      nested: { files: { nested: { ranges: { uses: { ...references('event'), ...labels('confidence') } } } } },
    },
  },
};
const SESSION: Uses = {
  uses: {
    ...times('startedAt', 'endedAt', 'capturedAt'),
    ...references('nativeId'),
    ...labels('models', 'state', 'executionContext'),
  },
  nested: {
    environment: ENVIRONMENT,
    git: GIT,
    lineage: { uses: { ...references('of'), ...labels('kind') } },
    run: {
      uses: {
        ...references('runId', 'flowKey', 'stepId', 'agentKey'),
        ...labels('status', 'mode', 'provider', 'decision'),
      },
    },
    agents: {
      uses: { ...references('source', 'id', 'nativeId', 'callId', 'parent'), ...labels('type', 'model', 'provider') },
    },
    inputs: { uses: { ...references('key', 'source'), ...labels('dialect') } },
    problems: { uses: { ...references('input'), ...labels('kind') } },
  },
};
const COST: Uses = {
  uses: labels('priceDate', 'unpriced'),
  nested: { models: { uses: labels('model', 'matched') } },
};

/** Everything of a transcript but its events, its receipt and its attachments, which have ways of their own. */
export const HEAD_SHAPE: Shape = shapeOf(Transcript, {
  uses: { ...labels('schemaVersion'), ...references('transcriptId') },
  nested: {
    source: { uses: labels('agent', 'agentVersion', 'adapter', 'adapterVersion', 'dialect') },
    session: SESSION,
    metrics: { nested: { cost: COST } },
  },
});

/** What is said about an attachment; its names are looked at as well. */
export const ATTACHMENT_SHAPE: Shape = shapeOf({}, { uses: labels('mime') });
