/** One message under way: which session it belongs to, where its events go, and the drafts that start from it. */
import { recall, remember } from '../../reading/recent.ts';
import type { EventDraft, NativeRecord, Output, SessionFacts } from '../contract.ts';
import { filled, type Line, type Raw } from './native.ts';
import { LIMITS, type SessionState, type State } from './state.ts';

export interface Context {
  readonly state: State;
  readonly record: NativeRecord;
  readonly line: Line;
  /** What the record is called in `native.type`. */
  readonly type: string;
  readonly sessionId: string;
  readonly session: SessionState;
  readonly out: Output;
  /** Event of the load that replays this. */
  readonly replay?: string;
}

export function enter(
  state: State,
  record: NativeRecord,
  out: Output,
  line: Line,
  type: string,
  sessionId: string = state.main ?? '',
): Context {
  const session = sessionIn(state, sessionId);
  const replay = type.includes('session/update') ? session.replay : undefined;
  return { state, record, line, type, sessionId, session, out: outputOf(state, out, sessionId), replay };
}

/** The first session is the input's own; further ones get an output each. */
function outputOf(state: State, out: Output, sessionId: string): Output {
  if (sessionId === '' || sessionId === state.main) return out;
  if (state.main === undefined) {
    state.main = sessionId;
    out.session({ nativeId: sessionId });
    return out;
  }
  const other = out.in(sessionId);
  if (state.agent && !recall(state.sessions, sessionId)?.turn) other.session(agentFacts(state.agent));
  return other;
}

export function agentFacts({ id, ...agent }: NonNullable<State['agent']>): SessionFacts {
  return {
    ...(id ? { agentId: id } : {}),
    ...(agent.version ? { agentVersion: agent.version } : {}),
    extra: { agent },
  };
}

export const sessionIn = (state: State, id: string): SessionState =>
  recall(state.sessions, id) ?? remember(state.sessions, id, { open: {} }, LIMITS.sessions);

/** A draft with the message's time, turn and place; marked when a load replays it. */
export function draft(context: Context, type: string, id: string = context.record.ref): EventDraft {
  const { session, line, replay } = context;
  const event: EventDraft = { id, type };
  if (line.time !== undefined) event.timestamp = line.time;
  if (replay === undefined) {
    if (session.turn !== undefined) event.turn = session.turn;
  }
  event.native = context.record.native(context.type);
  const marks = marksOf(context);
  if (marks) event.extra = marks;
  return event;
}

function marksOf({ line, replay }: Context): Raw | undefined {
  if (line.offset === undefined && replay === undefined) return undefined;
  return {
    ...(line.offset === undefined ? {} : { offsetMs: line.offset }),
    ...(replay === undefined ? {} : { replay: true }),
  };
}

/** Adds to the marks that the draft has. */
export function keep(event: EventDraft, extra: Raw | undefined): EventDraft {
  if (extra) event.extra = event.extra ? Object.assign(event.extra, extra) : extra;
  return event;
}

export const from = (context: Context) => ({ native: context.record.native(context.type) });

export const callKey = (sessionId: string, callId: string): string => `${sessionId}\n${callId}`;

export const sessionOf = (params: Raw | undefined): string | undefined => filled(params?.['sessionId']);
