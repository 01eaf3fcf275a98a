/** Writers of spans have names of their own for the same things: here all are told by OpenTelemetry's. */
import { textOf } from '../../reading/native-values.ts';
import { fromAiSdk } from './ai-sdk.ts';
import * as name from './names.ts';
import { fromOpenInference } from './openinference.ts';
import { fromTraceloop } from './traceloop.ts';

const WRITERS = [fromOpenInference, fromTraceloop, fromAiSdk];

export function namedAlike(values: Map<string, unknown>): ReadonlyMap<string, unknown> {
  for (const from of WRITERS) {
    const alike = from(values);
    if (alike) return alike;
  }
  return values;
}

/** What a program calls the session that something belongs to; a session may hold several conversations. */
const SESSIONS = ['session.id', name.CONVERSATION, 'conversation.id', 'thread.id', 'langfuse.session.id'];

/** The session that spans or records with these attributes belong to, by names as OpenTelemetry has them. */
export function sessionOf(...values: readonly ReadonlyMap<string, unknown>[]): string | undefined {
  for (const key of SESSIONS) {
    for (const one of values) {
      const id = textOf(one.get(key));
      if (id !== undefined && id !== '') return id;
    }
  }
  return undefined;
}
