/**
 * Finds the sessions in what exporters send. A post holds pieces of many: each record goes to the session that it names, or
 * that something else of its trace has named. A call of a model that names none goes to the conversation that it goes on
 * with, else its trace is a session of its own. What is left belongs to no session, and is told so.
 */
import { readAttributes } from '../formats/otlp/attributes.ts';
import { answered, asked } from '../formats/otlp/read-chat.ts';
import { tracedSpan } from '../formats/otlp/read-trace.ts';
import { LogRecord, type ReadSpan, Span } from '../formats/otlp/span.ts';
import { itemOf } from '../formats/otlp/turns.ts';
import { namedAlike, sessionOf } from '../formats/otlp/writers.ts';
import { type Check, checkerOf } from '../formats/shape-check.ts';
import { isObject, type Json, listOf, objectOf, stringOf } from '../reading/native-values.ts';
import { ConversationTracker } from '../recording/conversation-tracker.ts';
import type { Signal } from './otlp-messages.ts';

/** Where records go: a session by its name, a trace without one, or nowhere. */
export interface Group {
  readonly service: string;
  readonly kind: 'session' | 'trace' | 'unplaced';
  /** The session's own id, or that of the first trace; empty for what belongs nowhere. */
  readonly id: string;
}

export interface Placed {
  readonly group: Group;
  /** As OTLP/JSON. */
  readonly data: Json;
  readonly records: number;
  /** Names of what belongs to no session. */
  readonly names: readonly string[];
}

/** What a body must have to be one of that kind. */
export const RECORDS: Readonly<Record<Signal, readonly [resources: string, scopes: string, records: string]>> = {
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
};

const MOST_TRACES = 50_000;

interface Found {
  readonly resource: Json;
  readonly scope: Json;
  readonly record: Json;
  readonly service: string;
  readonly values: ReadonlyMap<string, unknown>;
  readonly resourceValues: ReadonlyMap<string, unknown>;
  readonly wrong: boolean;
}

export class TelemetryPlacer {
  readonly #checks: Readonly<Record<Signal, Check>>;
  readonly #tracker = new ConversationTracker();
  /** Which group a trace is of, and a thread of the tracker. */
  readonly #traces = new Map<string, Group>();
  readonly #threads = new Map<string, Group>();

  private constructor(checks: Readonly<Record<Signal, Check>>) {
    this.#checks = checks;
  }

  static async open(): Promise<TelemetryPlacer> {
    return new TelemetryPlacer({ traces: await checkerOf(Span), logs: await checkerOf(LogRecord) });
  }

  place(signal: Signal, data: Json): Placed[] {
    const found = this.#find(signal, data);
    for (const { record, values, resourceValues, service, wrong } of found) {
      const [session, trace] = [sessionOf(values, resourceValues), traceOf(record)];
      if (wrong || session === undefined || trace === undefined) continue;
      if (this.#traces.get(trace)?.kind !== 'trace') this.#remember(trace, { service, kind: 'session', id: session });
    }
    const groups = new Map<string, { group: Group; found: Found[] }>();
    for (const one of found) {
      const group = this.#groupOf(signal, one);
      const key = JSON.stringify([group.kind, group.service, group.id]);
      const known = groups.get(key);
      if (known) known.found.push(one);
      else groups.set(key, { group, found: [one] });
    }
    return [...groups.values()].map(({ group, found: own }) => placed(signal, group, own));
  }

  /** What was placed earlier, so that conversations go on after a restart. */
  learn(group: Group, data: Json): void {
    for (const one of this.#find('traces', data)) {
      const trace = traceOf(one.record);
      if (trace === undefined || one.wrong) continue;
      this.#remember(trace, group);
      this.#follow(one, group);
    }
  }

  #groupOf(signal: Signal, one: Found): Group {
    const { record, values, resourceValues, service, wrong } = one;
    const unplaced: Group = { service, kind: 'unplaced', id: '' };
    if (wrong) return unplaced;
    const trace = traceOf(record);
    const known = trace === undefined ? undefined : this.#traces.get(trace);
    // A trace that began without a name stays where it began, though a later span names its session.
    if (known?.kind === 'trace') return known;
    const session = sessionOf(values, resourceValues);
    if (session !== undefined) return { service, kind: 'session', id: session };
    if (known) return known;
    if (trace === undefined || !isOfModels(signal, record)) return unplaced;
    const group = (signal === 'traces' ? this.#follow(one) : undefined) ?? { service, kind: 'trace', id: trace };
    this.#remember(trace, group);
    return group;
  }

  /** The group of the conversation that a call goes on with; undefined when it begins one. */
  #follow({ record, service }: Found, given?: Group): Group | undefined {
    const traced = tracedSpan(record as unknown as ReadSpan);
    if (traced?.operation !== 'chat') return undefined;
    const { span, values } = traced;
    const items = asked(span, values).flatMap((draft) => itemOf(draft) ?? []);
    if (items.length === 0) return undefined;
    const placement = this.#tracker.place({ scope: service, items });
    const group = given ?? this.#threads.get(placement.thread) ?? { service, kind: 'trace', id: span.traceId };
    const answers = answered(span, values, () => undefined).flatMap((draft) => itemOf(draft) ?? []);
    const threads = this.#tracker.answered(placement, { choices: [answers] });
    for (const thread of [placement.thread, ...threads]) bounded(this.#threads, thread, group);
    return group;
  }

  #remember(trace: string, group: Group): void {
    bounded(this.#traces, trace, group);
  }

  #find(signal: Signal, data: Json): Found[] {
    const [resources, scopes, records] = RECORDS[signal];
    const found: Found[] = [];
    for (const { [scopes]: inside, ...resource } of listOf(data[resources]).filter(isObject)) {
      const resourceValues = readAttributes(objectOf(resource['resource'])['attributes']);
      const service = stringOf(resourceValues.get('service.name')) ?? 'unknown';
      for (const { [records]: own, ...scope } of listOf(inside).filter(isObject)) {
        for (const given of listOf(own).filter(isObject)) {
          const record = signal === 'traces' ? { ...DEFAULTS, ...given } : given;
          const values = namedAlike(readAttributes(record['attributes']));
          const wrong = this.#checks[signal](record).length > 0;
          found.push({ resource, scope, record, service, values, resourceValues, wrong });
        }
      }
    }
    return found;
  }
}

/** Protocol Buffers leave out what is empty or zero. */
const DEFAULTS = { name: '', startTimeUnixNano: '0', endTimeUnixNano: '0' };

const traceOf = (record: Json): string | undefined => stringOf(record['traceId']);

function isOfModels(signal: Signal, record: Json): boolean {
  if (signal === 'traces') return tracedSpan(record as unknown as ReadSpan) !== undefined;
  const said = readAttributes(record['attributes']);
  const event = stringOf(said.get('event.name')) ?? stringOf(record['eventName']) ?? '';
  return event.startsWith('gen_ai.');
}

function bounded(map: Map<string, Group>, key: string, group: Group): void {
  map.delete(key);
  map.set(key, group);
  if (map.size > MOST_TRACES) map.delete(map.keys().next().value as string);
}

/** The records of a group, with the programs and writers that they are of. */
function placed(signal: Signal, group: Group, found: readonly Found[]): Placed {
  const [resources, scopes, records] = RECORDS[signal];
  const byResource = new Map<Json, Map<Json, Json[]>>();
  for (const { resource, scope, record } of found) {
    const own = byResource.get(resource) ?? new Map<Json, Json[]>();
    own.set(scope, [...(own.get(scope) ?? []), record]);
    byResource.set(resource, own);
  }
  const data = [...byResource].map(([resource, own]) => ({
    ...resource,
    [scopes]: [...own].map(([scope, list]) => ({ ...scope, [records]: list })),
  }));
  const names = group.kind === 'unplaced' ? [...new Set(found.map(({ record }) => nameOf(record)))] : [];
  return { group, data: { [resources]: data }, records: found.length, names };
}

function nameOf(record: Json): string {
  const event = readAttributes(record['attributes']).get('event.name');
  return (stringOf(record['name']) ?? stringOf(event) ?? stringOf(record['eventName']) ?? 'a record').slice(0, 100);
}
