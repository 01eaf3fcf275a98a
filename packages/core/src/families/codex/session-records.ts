/**
 * Records about the session itself: its header, the settings of a turn, the state of the world as the model is told.
 * Settings are shown when they change; a record that repeats them joins an earlier event.
 */

import type { EventDraft, SessionFacts } from '../../adapters/contract.ts';
import type { Environment, Lineage } from '../../transcript.ts';
import { offeredTools, tellInstructions, withoutInstructions } from './briefing.ts';
import { markOfValue } from './duplicate-records.ts';
import { type Fields, fields, idOf, leftovers, text } from './native.ts';
import { addRepeat, draft, type Reading, type ThreadState } from './thread-state.ts';

/** `session_meta`, or the first line of 2025's flat files. */
export function readSessionMeta(r: Reading, payload: Fields, native: string): boolean {
  const id = idOf(payload['id']);
  if (!id) return false;
  const { state } = r;
  const first = state.thread === undefined;
  const foreign = !first && state.thread !== id;
  const event = draft(r, first ? id : r.record.ref, 'session', native, id);
  event.phase = first ? 'started' : foreign ? 'inherited' : 'resumed';
  const { rest, instructions } = withoutInstructions(payload);
  const { dynamic_tools: tools, ...more } = rest;
  const { extra, ...offered } = offeredTools(r, tools ?? undefined);
  Object.assign(event, offered);
  event.extra = extra ? { ...more, ...extra } : more;
  r.out.add(event);
  if (instructions !== undefined) tellInstructions(r, instructions, native, foreign);
  if (foreign) state.inherited ??= r.time === undefined ? {} : { since: r.time.slice(0, 40) };
  if (!first) return true;
  state.thread = id;
  noteProvider(state, payload['model_provider']);
  if (fields(fields(payload['source'])?.['subagent'])?.['other'] === 'guardian') state.reviewer = true;
  if (payload['history_base'] || payload['forked_from_id']) state.continues = true;
  r.out.session(factsOf(payload, id));
  return true;
}

/** Providers are set for the whole of a thread. */
export function noteProvider(state: ThreadState, provider: unknown): void {
  state.provider = text(provider)?.slice(0, 120) ?? state.provider;
}

function factsOf(payload: Fields, id: string): SessionFacts {
  const facts: SessionFacts = { nativeId: id, environment: environmentOf(payload) };
  const version = text(payload['cli_version']);
  if (version) facts.agentVersion = version;
  const startedAt = text(payload['timestamp']);
  if (startedAt) facts.startedAt = startedAt;
  const parent = parentOf(payload);
  if (parent && parent !== id) facts.parent = parent;
  const root = idOf(payload['session_id']);
  if (root && root !== id) facts.root = root;
  const lineage = lineageOf(payload, parent);
  if (lineage) facts.lineage = lineage;
  const extra = leftovers(
    { originator: payload['originator'], source: payload['source'], modelProvider: payload['model_provider'] },
    new Set(),
  );
  if (extra) facts.extra = extra;
  const executionContext = contextOf(text(payload['originator']) ?? '', payload['source']);
  if (executionContext) facts.executionContext = executionContext;
  // A thread that is resumed says again where it is.
  const commit = facts.environment?.repo?.commit;
  if (commit) facts.git = { startCommit: commit, endCommit: commit };
  return facts;
}

/** The source of an app server is `vscode` whoever runs it, so the originator goes first. */
function contextOf(originator: string, source: unknown): string | undefined {
  if (/vscode/i.test(originator)) return 'ide';
  if (/desktop/i.test(originator)) return 'desktop';
  if (/sdk/i.test(originator)) return 'sdk';
  return /tui|cli|exec/i.test(originator) || source === 'cli' || source === 'exec' ? 'cli' : undefined;
}

function environmentOf(payload: Fields): Environment {
  const git = fields(payload['git']);
  const cwd = text(payload['cwd']);
  const repo = git && {
    commit: text(git['commit_hash']) ?? null,
    branch: text(git['branch']) ?? null,
    remote: text(git['repository_url']) ?? null,
  };
  return { ...(cwd ? { cwd } : {}), ...(repo ? { repo } : {}) };
}

/** A thread that another started says so in one of three places, by version. */
export function parentOf(payload: Fields): string | undefined {
  const spawn = fields(fields(fields(payload['source'])?.['subagent'])?.['thread_spawn']);
  return idOf(payload['parent_thread_id']) ?? idOf(spawn?.['parent_thread_id']);
}

function lineageOf(payload: Fields, parent: string | undefined): Lineage | undefined {
  if (parent) return { kind: 'child', of: parent };
  const forked = idOf(payload['forked_from_id']) ?? idOf(fields(payload['history_base'])?.['thread_id']);
  if (!forked) return undefined;
  const at = payload['history_base'] ?? undefined;
  return { kind: 'fork', of: forked, ...(at ? { at } : {}) };
}

/** The copied history of a fork ends with the first turn that is younger than the thread itself. */
export function leaveInherited(r: Reading, turn: string | undefined): void {
  const { state } = r;
  if (!state.inherited) return;
  const own = timePrefix(state.thread);
  const turned = timePrefix(turn);
  const since = state.inherited.since;
  const isOwn =
    own !== undefined && turned !== undefined
      ? turned >= own
      : since !== undefined && r.time !== undefined && Date.parse(r.time) - Date.parse(since) > 2000;
  if (isOwn) state.inherited = undefined;
}

/** Ids of version 7 begin with their time. */
function timePrefix(id: string | undefined): string | undefined {
  return id && /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? id.slice(0, 13) : undefined;
}

const PER_TURN = new Set(['turn_id', 'root_turn_id', 'current_date', 'thread_id']);

/** `turn_context` and `thread_settings_applied`: model, effort, approval, sandbox. */
export function readSettings(r: Reading, settings: Fields, native: string): void {
  const { state } = r;
  const model = text(settings['model']);
  const effort = text(
    settings['effort'] ?? settings['reasoning_effort'] ?? fields(settings['collaboration_mode'])?.['reasoning_effort'],
  );
  if (model) state.model = model.slice(0, 120);
  if (model || effort) state.variant = effort?.slice(0, 60);
  const { rest: told, instructions } = withoutInstructions(settings);
  if (instructions !== undefined) tellInstructions(r, instructions, native);
  const rest = leftovers(told, PER_TURN) ?? {};
  const mark = markOfValue(rest);
  if (state.settings[native] === mark) {
    addRepeat(r, 'settings', native);
    return;
  }
  state.settings[native] = mark;
  const event = draft(r, r.record.ref, 'session', native);
  event.phase = 'settings';
  event.session = shownSettings(settings);
  if (model) event.model = state.model;
  if (model && state.provider) event.provider = state.provider;
  if (state.variant) event.variant = state.variant;
  event.extra = rest;
  state.repeats.settings = { event: r.out.add(event), taken: 0 };
}

function shownSettings(settings: Fields): Record<string, unknown> {
  const sandbox = fields(settings['sandbox_policy'] ?? settings['sandbox']);
  return leftovers(
    {
      model: settings['model'],
      variant: settings['effort'] ?? settings['reasoning_effort'],
      cwd: settings['cwd'],
      approval: settings['approval_policy'],
      sandbox: sandbox?.['type'] ?? sandbox?.['mode'],
    },
    new Set(),
  ) as Record<string, unknown>;
}

/** A name that someone gave the thread. */
export function nameThread(r: Reading, name: unknown, native: string): void {
  const title = text(name);
  if (title) r.out.session({ title: { text: title, rank: 3 } });
  const event: EventDraft = draft(r, r.record.ref, 'session', native);
  event.phase = 'renamed';
  event.session = { title: title ?? null };
  r.out.add(event);
}
