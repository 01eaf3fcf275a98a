/**
 * What reading remembers between records: plain JSON, bounded whatever the length of the session. Ids are cut,
 * because a hostile record may hold a string of any length.
 */
import type { Briefing } from '../../reading/briefing.ts';
import { type Keyed, recall, remember } from '../../reading/keyed-list.ts';

/** One model message, which occupies several lines. */
export interface MessageSeen extends Keyed {
  /** Blocks seen so far: the index of the next. */
  n: number;
  /** Event that carries the usage. */
  first?: string;
  /** Its numbers: input, output, cache read, 5-minute and 1-hour cache write, reasoning. */
  usage?: number[];
  /** Live: the block that is being streamed, so its event exists. */
  open?: number;
  /** Live: the numbers are those of the end of the message. */
  final?: boolean;
}

export interface CallSeen extends Keyed {
  /** Event of the call. */
  event: string;
  name: string;
  /** Event of its result, once there is one. */
  result?: string;
  /** Number of question events it made. */
  asks?: number;
}

/** A result that was written before its call. */
export interface EarlyResult extends Keyed {
  event: string;
  status: string;
  /** Byte at which its record begins: the problem there is none once the call has come. */
  at?: number;
}

/** A call that starts a subagent, until the subagent is seen. */
export interface SpawnSeen extends Keyed {
  prompt: number;
  type?: string;
  title?: string;
}

/** The event of an assistant line. */
export interface LineSeen extends Keyed {
  event: string;
}

/** Which agent a line of an inline sidechain belongs to. */
export interface SideLine extends Keyed {
  agent: string;
}

/** A request in two-way mode, by its id. */
export interface RequestSeen extends Keyed {
  event: string;
  isPermission?: boolean;
  /** The call that waits for the answer, until there is one. */
  call?: string;
}

/** What a request of a shape gives the model, by the shape's hash. */
export interface ShapeSeen extends Keyed {
  prompt?: string;
  tools?: string;
}

/** The shape of a request, by the request's id. */
export interface AskedSeen extends Keyed {
  shape: string;
}

export interface ReaderState {
  session?: string;
  /** The agent whose file this is; absent for the session's own. */
  own?: string;
  turn?: string;
  /** Envelope fields as last seen. */
  cwd?: string;
  version?: string;
  branch?: string;
  slug?: string;
  entry?: string;
  user?: string;
  /** Rank of the title taken from a prompt. */
  titled?: number;
  forked?: boolean;
  /** Time at which the file was begun; copied lines are older. */
  begun?: string;
  messages: MessageSeen[];
  calls: CallSeen[];
  early: EarlyResult[];
  spawns: SpawnSeen[];
  sides: SideLine[];
  lines: LineSeen[];
  agents: Keyed[];
  /** Live: what the agent asked of the program that drives it. */
  requests?: RequestSeen[];
  briefing?: Briefing;
  shapes?: ShapeSeen[];
  asked?: AskedSeen[];
  /** Messages of subagents that records of progress tell of. */
  told?: MessageSeen[];
  /** Output tokens of the agent's own responses, as far as told. */
  counted: number;
}

export const beginState = (): ReaderState => ({
  messages: [],
  calls: [],
  early: [],
  spawns: [],
  sides: [],
  lines: [],
  agents: [],
  counted: 0,
});

const LONGEST_ID = 60;

/** Printable ASCII without quotes and backslashes, by hand: every record has several ids. */
function isPlainId(value: string): boolean {
  const { length } = value;
  if (length === 0 || length > LONGEST_ID) return false;
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    if (code < 32 || code > 126 || code === 34 || code === 92) return false;
  }
  return true;
}

/** An id fit to be kept. Others are no ids that the agent made; they are told apart, but found no more. */
export function keyOf(value: string): string {
  return isPlainId(value) ? value : `odd:${value.length}:${hashOf(value)}`;
}

/** The id of an event, to be named again later; empty when it is not fit to be kept. */
export const eventKey = (id: string): string => (isPlainId(id) ? id : '');

/** Small and quick; it only tells the few things under way from each other. */
export function hashOf(words: string): number {
  let hash = words.length;
  for (let i = 0; i < Math.min(words.length, 400); i++) hash = (Math.imul(hash, 31) + words.charCodeAt(i)) | 0;
  return hash;
}

export function messageSeen(state: ReaderState, id: string): MessageSeen {
  const key = keyOf(id);
  return recall(state.messages, key) ?? remember(state.messages, { k: key, n: 0 }, 24);
}

/** A message of a subagent, apart from the agent's own: there may be hundreds between two lines of one of those. */
export function toldSeen(state: ReaderState, id: string): MessageSeen {
  state.told ??= [];
  const key = keyOf(id);
  return recall(state.told, key) ?? remember(state.told, { k: key, n: 0 }, 24);
}

export function callSeen(state: ReaderState, callId: string): CallSeen | undefined {
  return recall(state.calls, keyOf(callId));
}

const MOST_CALLS = 100;

/** Forgets answered calls first: one that runs a subagent is open for long. */
export function noteCall(state: ReaderState, callId: string, event: string, name: string): CallSeen {
  const { calls } = state;
  if (calls.length >= MOST_CALLS) {
    const old = calls.slice(0, MOST_CALLS >> 1).filter((call) => call.result === undefined);
    calls.splice(0, MOST_CALLS >> 1, ...(old.length > MOST_CALLS >> 2 ? [] : old));
  }
  return remember(calls, { k: keyOf(callId), event: eventKey(event), name: labelOf(name) }, MOST_CALLS);
}

const LONGEST_LABEL = 64;

/** A name or title fit to be kept: printable and short. */
export function labelOf(words: string): string {
  if (isPlainId(words)) return words;
  return words.slice(0, LONGEST_LABEL).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e\xa0-\uffff]/g, ' ');
}

/** The event of a call, as a parent for what is about it. */
export function eventOfCall(state: ReaderState, callId: unknown): string | undefined {
  return typeof callId === 'string' && callId !== '' ? callSeen(state, callId)?.event || undefined : undefined;
}

/** Whether an agent is mentioned for the first time. */
export function isNewAgent(state: ReaderState, id: string): boolean {
  const key = keyOf(id);
  if (recall(state.agents, key)) return false;
  remember(state.agents, { k: key }, 48);
  return true;
}
