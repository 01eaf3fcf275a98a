/**
 * Fields that every message line repeats: session, version, folder, branch. The first ones are facts of the
 * session; when they change on the way, that is an event of its own.
 */
import type { Output, SessionFacts } from '../../adapters/contract.ts';
import { draft, type Line } from './line.ts';
import { type Raw, word } from './native.ts';
import type { ReaderState } from './state.ts';

const LONGEST = 300;

/** Takes the session and the owner of the file from a record, before anything is written for it. */
export function identify(state: ReaderState, value: Raw, out: Output): void {
  if (state.session !== undefined) return;
  const session = word(value['sessionId']) ?? word(value['session_id']);
  if (session === undefined) return;
  state.session = session.slice(0, LONGEST);
  const agent = word(value['agentId']);
  if (agent === undefined) {
    out.session({ nativeId: session });
    return;
  }
  // A subagent's own file: its lines carry the session at the root.
  state.own = agent.slice(0, LONGEST);
  out.session({ root: session, agent: { id: agent } });
}

type Field = 'cwd' | 'version' | 'branch' | 'slug' | 'entry' | 'user';
const FIELDS: readonly (readonly [Field, string])[] = [
  ['cwd', 'cwd'],
  ['version', 'version'],
  ['branch', 'gitBranch'],
  ['slug', 'slug'],
  ['entry', 'entrypoint'],
  ['user', 'userType'],
];

export function watchEnvelope(line: Line): void {
  const { state, value } = line;
  if (isUnchanged(state, value)) return;
  let changed: Record<string, unknown> | undefined;
  for (const [field, key] of FIELDS) {
    const now = value[key];
    if (now === undefined || now === state[field] || typeof now !== 'string' || now === '') continue;
    const before = state[field];
    state[field] = now.length > LONGEST ? now.slice(0, LONGEST) : now;
    if (before === undefined) line.out.session(factOf(field, now));
    else {
      changed ??= {};
      changed[key] = now;
      if (field === 'version') {
        // The session has the last version: the one before would stand nowhere.
        changed['previousVersion'] = before;
        line.out.session({ agentVersion: now });
      }
    }
  }
  const session = word(value['sessionId']);
  if (session !== undefined && session.slice(0, LONGEST) !== state.session) {
    state.session = session.slice(0, LONGEST);
    changed ??= {};
    changed['sessionId'] = session;
  }
  if (changed) noteChange(line, changed);
}

/** Most lines say nothing new; named fields are quicker to compare than a list of them. */
function isUnchanged(state: ReaderState, value: Raw): boolean {
  return (
    value['cwd'] === state.cwd &&
    value['version'] === state.version &&
    value['gitBranch'] === state.branch &&
    value['slug'] === state.slug &&
    value['entrypoint'] === state.entry &&
    value['userType'] === state.user &&
    value['sessionId'] === state.session
  );
}

function factOf(field: Field, value: string): SessionFacts {
  switch (field) {
    case 'cwd':
      return { environment: { cwd: value } };
    case 'branch':
      return { environment: { repo: { branch: value } } };
    case 'version':
      return { agentVersion: value };
    case 'slug':
      return { extra: { slug: value } };
    case 'user':
      return { extra: { userType: value } };
    default:
      return { extra: { entrypoint: value }, ...contextOf(value) };
  }
}

/** `cli`, `sdk-cli`, `claude-desktop` and `claude-vscode` were seen; the others are named in its settings. */
const CONTEXTS: readonly (readonly [RegExp, string])[] = [
  [/^cli$/, 'cli'],
  [/^sdk-/, 'sdk'],
  [/desktop/, 'desktop'],
  [/vscode|jetbrains/, 'ide'],
  [/github-action/, 'ci'],
  [/^remote/, 'web'],
];

function contextOf(entrypoint: string): SessionFacts {
  const executionContext = CONTEXTS.find(([pattern]) => pattern.test(entrypoint))?.[1];
  return executionContext === undefined ? {} : { executionContext };
}

function noteChange(line: Line, changed: Record<string, unknown>): void {
  const event = draft(line, `${line.id}.session`, 'session');
  event.phase = 'changed';
  event.session = changed;
  line.out.add(event);
}
