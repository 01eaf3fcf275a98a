/**
 * How long tools of the OpenAI Agents SDK ran, as a trace processor: `addTraceProcessor(captureAgents(session))`. The messages
 * come through `captureFetch`. A span of a tool names no call, so it is found by its name and arguments.
 */
import { recorderOf, targetOf } from '../session/recording.ts';
import type { Session } from '../session/session.ts';

interface Span {
  readonly startedAt?: string | null;
  readonly endedAt?: string | null;
  readonly error?: unknown;
  readonly spanData?: { readonly type?: string; readonly name?: string; readonly input?: unknown };
}

/** What the SDK asks of a processor. */
export interface AgentsTraceProcessor {
  onTraceStart(trace: unknown): Promise<void>;
  onTraceEnd(trace: unknown): Promise<void>;
  onSpanStart(span: unknown): Promise<void>;
  onSpanEnd(span: unknown): Promise<void>;
  shutdown(timeout?: number): Promise<void>;
  forceFlush(): Promise<void>;
}

export function captureAgents(session?: Session): AgentsTraceProcessor {
  const nothing = async () => {};
  return {
    onTraceStart: nothing,
    onTraceEnd: nothing,
    onSpanStart: nothing,
    onSpanEnd: async (span) => noteSpan(session, span as Span),
    shutdown: nothing,
    forceFlush: nothing,
  };
}

function noteSpan(session: Session | undefined, { spanData, startedAt, endedAt, error }: Span): void {
  const target = spanData?.type === 'function' ? targetOf(session) : undefined;
  target?.session.guarded(() => {
    const spent = Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '');
    recorderOf(target.session).toolRanBy(spanData?.name ?? '', argumentsIn(spanData?.input), {
      ...(spent >= 0 ? { duration_ms: spent } : {}),
      ...(error ? { failed: true } : {}),
    });
  });
}

function argumentsIn(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
