/** Whether the agent works, waits for the user, or has ended, as far as the last events tell. */
import { stateWord } from '@hansard/core/events/session-state.ts';
import type { TranscriptStore } from '../store/transcript-store.ts';

export interface LiveState {
  readonly words: string;
  readonly look: 'working' | 'waiting' | 'ended';
}

export function liveState(store: TranscriptStore): LiveState | undefined {
  const { skeleton, detail, live, isMapped, lastSeq } = store;
  if (!detail) return undefined;
  if (!(live ?? detail.live)) return { words: stateWord(detail.state), look: 'ended' };
  if (!isMapped) return { words: 'live', look: 'working' };
  const type = skeleton.type(lastSeq);
  const last = store.get(lastSeq)?.event;
  const asks = last?.permission?.status === 'requested' || last?.question?.status === 'requested';
  const said = type === 'assistant_message' && last?.phase !== 'started';
  const ended = type === 'turn' && last?.phase === 'ended';
  return asks || said || ended ? { words: 'waiting', look: 'waiting' } : { words: 'working', look: 'working' };
}
