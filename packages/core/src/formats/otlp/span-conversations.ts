/**
 * Spans by the conversation that they are of: ours by their trace, others by the session that they or another span of their
 * trace name, else by their trace. A span that came twice, because its exporter tried again, counts once. Messages that a
 * writer has put into log records are put back into the span that they are about.
 */
import { readAttributes } from './attributes.ts';
import { MessageRecords } from './message-records.ts';
import * as name from './names.ts';
import type { Values } from './read-chat.ts';
import { type TracedSpan, tracedSpan } from './read-trace.ts';
import type { LogsData, ReadSpan, TracesData } from './span.ts';
import { sessionOf } from './writers.ts';

export interface Conversation {
  readonly key: string;
  readonly session: string | undefined;
  readonly resource: Values;
  readonly spans: TracedSpan[];
  readonly ours: boolean;
}

interface Found {
  readonly span: ReadSpan;
  readonly resource: Values;
  readonly ours: boolean;
}

export class SpanConversations {
  readonly #spans = new Map<string, Found>();
  readonly #messages = new MessageRecords();

  add({ resourceSpans }: TracesData): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const values = readAttributes(resource?.attributes);
      for (const { scope, spans } of scopeSpans) {
        const ours = scope?.name === name.SCOPE;
        for (const span of spans) this.#spans.set(`${span.traceId} ${span.spanId}`, { span, resource: values, ours });
      }
    }
  }

  /** The records that hold messages of spans; the rest is given back. */
  takeMessages(data: LogsData): LogsData {
    return this.#messages.take(data);
  }

  /** `together`: what names no session belongs to the first that is named. */
  conversations({ together = false } = {}): Conversation[] {
    const found = [...this.#spans.values(), ...this.#messages.spansWithout(this.#spans)];
    const traced = found.flatMap(({ span, resource, ours }) => {
      const one = tracedSpan(ours ? span : this.#messages.withMessages(span));
      return one ? [{ ...one, resource, ours }] : [];
    });
    const sessions = new Map<string, string>();
    for (const { span, values, resource } of traced) {
      const session = sessionOf(values, resource);
      if (session !== undefined && !sessions.has(span.traceId)) sessions.set(span.traceId, session);
    }
    const [first] = sessions.values();
    const conversations = new Map<string, Conversation>();
    for (const one of traced) {
      const { span, values, resource, ours } = one;
      const named = ours ? undefined : (sessionOf(values, resource) ?? sessions.get(span.traceId));
      const session = named ?? (together && !ours ? first : undefined);
      const key = session ?? (together && !ours ? (traced[0]?.span.traceId ?? '') : span.traceId);
      const known = conversations.get(key) ?? { key, session, resource, spans: [], ours };
      known.spans.push(one);
      conversations.set(key, { ...known, ours: known.ours && ours });
    }
    return [...conversations.values()];
  }
}
