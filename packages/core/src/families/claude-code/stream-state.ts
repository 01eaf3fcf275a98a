/** What reading a live stream remembers beside what reading a log does. */
import { type Keyed, recall, remember } from '../../reading/keyed-list.ts';
import { beginState, keyOf, type MessageSeen, messageSeen, type ReaderState, type RequestSeen } from './state.ts';

interface Streaming extends Keyed {
  message: string;
}

interface TaskAgent extends Keyed {
  agent: string;
}

/** A prompt on its way to the agent. */
interface Sent extends Keyed {
  event: string;
  /** The program gave it no id. */
  unnamed?: boolean;
}

export interface StreamState extends ReaderState {
  /** The message that each agent is saying, by the call that started the agent. */
  streaming: Streaming[];
  /** Which agent a call started. */
  tasks: TaskAgent[];
  requests: RequestSeen[];
  /** Prompts that were sent and not yet repeated by the agent. */
  sent: Sent[];
  /** The last \`init\`: it names the turn when no prompt does. */
  init?: string;
  /** False while a turn is under way. */
  over?: boolean;
  /** A prompt named the turn that is about to begin. */
  named?: boolean;
  started?: boolean;
  /** Output tokens that results told, and how many of them no message had. */
  reported: number;
  made: number;
}

export const beginStream = (): StreamState => ({
  ...beginState(),
  streaming: [],
  tasks: [],
  requests: [],
  sent: [],
  reported: 0,
  made: 0,
});

export function beginMessage(state: StreamState, agentCall: string, message: string): MessageSeen {
  const entry = recall(state.streaming, keyOf(agentCall));
  if (entry) entry.message = keyOf(message);
  else remember(state.streaming, { k: keyOf(agentCall), message: keyOf(message) }, 16);
  return messageSeen(state, message);
}

export function messageUnderWay(state: StreamState, agentCall: string): string | undefined {
  return recall(state.streaming, keyOf(agentCall))?.message;
}

export function noteTask(state: StreamState, callId: string, agent: string): void {
  if (!recall(state.tasks, keyOf(callId))) remember(state.tasks, { k: keyOf(callId), agent: keyOf(agent) }, 32);
}

/** The agent that a call started; before versions that tell, the call itself names it. */
export function agentOfCall(state: StreamState, callId: string): string {
  return recall(state.tasks, keyOf(callId))?.agent ?? callId;
}
