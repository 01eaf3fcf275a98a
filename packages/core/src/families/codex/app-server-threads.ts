/** Threads as the app-server describes them, and the history it gives when one is read again. */

import type { SessionFacts } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { readItem } from './items.ts';
import { itemOf } from './live-items.ts';
import { promptOf } from './messages.ts';
import { type Fields, fields, idOf, leftovers, list, text } from './native.ts';
import { noteProvider, readSettings } from './session-records.ts';
import { draft, type Reading } from './thread-state.ts';

const LONG = new Set(['turns', 'preview']);

/** The answer to `thread/start|resume|fork`, and the notice that follows it. */
export function startThread(r: Reading, thread: Fields, native: string, os?: string): void {
  const id = idOf(thread['id']);
  if (id === undefined) return;
  const forked = idOf(thread['forkedFromId']);
  if (r.out.patch(id, { native: r.record.native(native, id) })) return;
  if (forked) r.state.continues = true;
  noteProvider(r.state, thread['modelProvider']);
  const event = draft(r, id, 'session', native, id);
  event.phase = 'started';
  event.extra = leftovers(thread, LONG);
  r.out.add(event);
  const facts = factsOf(thread, id);
  r.out.session(os === undefined ? facts : { ...facts, environment: { ...facts.environment, os } });
}

function factsOf(thread: Fields, id: string): SessionFacts {
  const facts: SessionFacts = { nativeId: id };
  const git = fields(thread['gitInfo']);
  const cwd = text(thread['cwd']);
  const repo = git && {
    commit: text(git['sha']) ?? null,
    branch: text(git['branch']) ?? null,
    remote: text(git['originUrl']) ?? null,
  };
  facts.environment = { ...(cwd ? { cwd } : {}), ...(repo ? { repo } : {}) };
  const version = text(thread['cliVersion']);
  if (version) facts.agentVersion = version;
  const startedAt = readTime(thread['createdAt']);
  if (startedAt) facts.startedAt = startedAt;
  const parent = idOf(thread['parentThreadId']);
  const root = idOf(thread['sessionId']);
  const forked = idOf(thread['forkedFromId']);
  if (parent) facts.parent = parent;
  if (root && root !== id) facts.root = root;
  if (parent) facts.lineage = { kind: 'child', of: parent };
  else if (forked) facts.lineage = { kind: 'fork', of: forked };
  const name = text(thread['name']);
  if (name) facts.title = { text: name, rank: 3 };
  const extra = leftovers(
    { originator: thread['originator'], source: thread['source'], modelProvider: thread['modelProvider'] },
    new Set(),
  );
  if (extra) facts.extra = extra;
  return facts;
}

/** Settings beside the thread in that answer, under the names of the log. */
export function readThreadSettings(r: Reading, result: Fields, native: string): void {
  if (typeof result['model'] !== 'string') return;
  const settings = {
    model: result['model'],
    effort: result['reasoningEffort'],
    cwd: result['cwd'],
    approval_policy: result['approvalPolicy'],
    approvals_reviewer: result['approvalsReviewer'],
    sandbox_policy: result['sandbox'],
    service_tier: result['serviceTier'],
    instruction_sources: result['instructionSources'],
  };
  readSettings(r, settings, native);
}

/** Turns of a thread that is read again: what the stream has shown already is not shown twice. */
export function readHistory(r: Reading, turns: unknown, native: string): void {
  for (const value of list(turns)) {
    const turn = fields(value);
    if (!turn) continue;
    const turnId = idOf(turn['id']);
    let prompts = 0;
    for (const given of list(turn['items'])) {
      const item = fields(given);
      const own = idOf(item?.['id']);
      const isPrompt = item?.['type'] === 'userMessage' && turnId !== undefined;
      const id = isPrompt ? promptOf(turnId, ++prompts) : own;
      if (item && own !== undefined && id !== undefined && !r.out.patch(id, {})) readPast(r, item, native, turnId);
    }
  }
}

function readPast(r: Reading, item: Fields, native: string, turn: string | undefined): void {
  const { turn: current } = r.state;
  r.state.turn = turn;
  const completed = readTime(item['completedAtMs']);
  const times = { startedAt: readTime(item['startedAtMs']), completedAt: completed };
  readItem({ ...r, time: completed ?? r.time }, itemOf(item), `${native}/${String(item['type']).slice(0, 60)}`, times);
  r.state.turn = current;
  r.state.last = undefined;
}
