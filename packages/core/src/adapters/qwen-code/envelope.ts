/** What every line repeats: the session, where it runs, and which subagent writes it. Kept as facts of the session. */
import type { Frame } from './frame.ts';
import { type Json, objectOf, restOf, stringOf, wordOf } from './native.ts';

const ENVELOPE: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'sessionId',
  'timestamp',
  'type',
  'subtype',
  'provenance',
  'cwd',
  'version',
  'gitBranch',
  'agentId',
  'agentName',
  'isSidechain',
  'forkedFrom',
  'message',
  'model',
  'usageMetadata',
  'toolCallResult',
  'systemPayload',
]);

/** Tells the session what the first line says of it; later lines return what has changed since. */
export function readEnvelope(frame: Frame): Json | undefined {
  const { state, value, out } = frame;
  if (state.session === undefined) {
    begin(frame);
    return undefined;
  }
  const { cwd, version, gitBranch } = value;
  if (cwd === state.cwd && version === state.version && gitBranch === state.branch) return undefined;
  const before = [state.cwd, state.version, state.branch];
  remember(frame);
  const now = { cwd: state.cwd, version: state.version, gitBranch: state.branch };
  const changed = Object.entries(now).filter(([, known], i) => known !== before[i]);
  if (changed.length === 0) return undefined;
  out.session({ agentVersion: state.version });
  return Object.fromEntries(changed);
}

function begin(frame: Frame): void {
  const { state, value, out, time } = frame;
  state.session = wordOf(value['sessionId']) ?? '';
  remember(frame);
  const agent = wordOf(value['agentId']);
  const type = wordOf(value['agentName']);
  if (agent) {
    state.agent = agent;
    out.session({ root: state.session, agent: { id: agent, ...(type ? { type } : {}) } });
  } else if (state.session) out.session({ nativeId: state.session });
  out.session({
    startedAt: time,
    agentVersion: state.version,
    environment: { cwd: state.cwd, ...(state.branch ? { repo: { branch: state.branch } } : {}) },
  });
  lineage(frame);
}

function remember({ state, value }: Frame): void {
  state.cwd = pathOf(value['cwd']) ?? state.cwd;
  state.version = wordOf(value['version']) ?? state.version;
  state.branch = wordOf(value['gitBranch']) ?? state.branch;
}

const LONGEST_PATH = 1000;

/** Longer paths are not compared, because they would not fit into the saved state. */
function pathOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_PATH ? value : undefined;
}

/** A branch copies the lines of the session it comes from, ids and all. */
function lineage({ state, value, out }: Frame): void {
  const from = objectOf(value['forkedFrom']);
  const of = wordOf(from['sessionId']);
  if (!of) return;
  state.forked = true;
  const at = wordOf(from['messageUuid']);
  out.session({ lineage: { kind: 'fork', of, ...(at ? { at } : {}) } });
}

/** Fields of the line that nothing else holds, and the parent where it is not the line before. */
export function extraOf({ state, value }: Frame): Json | undefined {
  let extra = restOf(value, ENVELOPE);
  const provenance = stringOf(value['provenance']);
  if (provenance?.startsWith('goal')) extra = { ...extra, provenance };
  const parent = stringOf(value['parentUuid']);
  if (parent !== undefined && parent !== state.last) extra = { ...extra, parentUuid: parent };
  return extra;
}
