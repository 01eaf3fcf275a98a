/** The commits of a session: commands that ran `git commit` are found by the server, and what git said is read. */
import { resultText } from '@hansard/core/formats/event-words.ts';
import { useAnswer } from '../../answers/use-answer.ts';
import type { TranscriptStore } from '../store/transcript-store.ts';
import { type Commit, commitsIn } from './commits.ts';

export interface SessionCommit extends Commit {
  readonly eventId: string;
  readonly time: string;
}

export interface SessionCommits {
  readonly commits: readonly SessionCommit[];
  /** Not all commands were looked at. */
  readonly hasMore: boolean;
}

const NONE: SessionCommits = { commits: [], hasMore: false };

/** Commands that are looked at, and how many at once. */
const MOST = 60;
const AT_ONCE = 6;
/** The server reads so many events through for a pattern, as `git -C folder commit` takes; in longer sessions it knows words. */
const READ_THROUGH = 20_000;

export function useCommits(store: TranscriptStore): SessionCommits {
  const key = store.isMapped ? `commits ${store.id} ${store.lastSeq}` : null;
  return useAnswer(key, (signal) => commitsOf(store, signal)).data ?? NONE;
}

async function commitsOf(store: TranscriptStore, signal: AbortSignal): Promise<SessionCommits> {
  const q = store.lastSeq > READ_THROUGH ? '"git commit"' : '/\\bgit\\s([^\\n;|&]{0,200}\\s)?commit\\b/';
  const { hits, total, partial } = await store.client.find(store.id, { q, limit: MOST }, { signal });
  const calls = hits.filter(({ logSeq }) => store.skeleton.type(logSeq) === 'tool_call');
  const commits: SessionCommit[] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    const some = calls.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map(({ logSeq, eventId }) => ofCall(store, logSeq, eventId, signal)));
    commits.push(...found.flat());
  }
  return { commits, hasMore: partial || total > hits.length };
}

/** Some agents have the result of a call in the call itself. */
async function ofCall(store: TranscriptStore, call: number, eventId: string, signal: AbortSignal) {
  const seq = store.resultSeq(call) ?? call;
  const page = await store.client.transcriptEvents(store.id, { after: seq - 1, limit: 1, signal });
  const event = page.events.find(({ logSeq }) => logSeq === seq)?.event;
  const commits = event ? commitsIn(resultText(event) ?? '') : [];
  return commits.map((commit) => ({ ...commit, eventId, time: event?.timestamp ?? '' }));
}
