/**
 * Reads trajectories: one document, or one a line. Subagents' trajectories inside become sources of the transcript;
 * their events follow the call that started them.
 */
import { isSubagentSource, subagentId, subagentSource } from '../../events/source-path.ts';
import { measure } from '../../reading/metrics.ts';
import { objectOf, textOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import { type AgentNode, type Event, type Metrics, SCHEMA_VERSION } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import type { FormatContext, FormatProblem, Pieces, ReadPiece, TranscriptHeader } from '../contract.ts';
import { jsonDocuments } from '../json-documents.ts';
import { type Check, checkerOf, type ShapeProblem } from '../shape-check.ts';
import { textOf as wholeTextOf } from '../text-pieces.ts';
import { eventsOf } from './read-step.ts';
import { Trajectory } from './trajectory.ts';

/** No agent nests like this. */
const MAX_DEPTH = 100;

export async function* readTrajectories(pieces: Pieces, context: FormatContext): AsyncIterable<ReadPiece> {
  checker ??= checkerOf(Trajectory);
  const check = await checker;
  const text = await wholeTextOf(pieces);
  if (text === undefined)
    return yield problem({ message: 'expected a shorter document', pointer: '', line: 1, column: 1 });
  for (const document of jsonDocuments(text)) {
    if ('problem' in document) {
      yield problem(document.problem);
      continue;
    }
    const wrong = problemsOf(document.value, check);
    for (const shape of wrong) yield problem(document.problemAt(shape));
    if (wrong.length === 0) yield* transcriptOf(document.value as Trajectory, context);
  }
}
let checker: Promise<Check> | undefined;

/** Of a trajectory and all those inside it. */
function problemsOf(value: unknown, check: Check): ShapeProblem[] {
  const wrong: ShapeProblem[] = [];
  const waiting: { value: unknown; pointer: string; depth: number }[] = [{ value, pointer: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { pointer, depth } = next;
    wrong.push(...check(next.value).map((shape) => ({ ...shape, pointer: pointer + shape.pointer })));
    if (depth >= MAX_DEPTH)
      wrong.push({ pointer, message: `expected at most ${MAX_DEPTH} subagents inside one another` });
    const inner = objectOf(next.value)['subagent_trajectories'];
    if (!Array.isArray(inner) || depth >= MAX_DEPTH) continue;
    inner.forEach((child, index) => {
      waiting.push({ value: child, pointer: `${pointer}/subagent_trajectories/${index}`, depth: depth + 1 });
    });
  }
  return wrong;
}

function* transcriptOf(root: Trajectory, context: FormatContext): Iterable<ReadPiece> {
  const reader = new TrajectoryReader();
  reader.read(root, 'primary');
  for (const event of reader.events) yield { kind: 'event', event };
  yield { kind: 'transcript', header: headerOf(root, reader, context) };
}

class TrajectoryReader {
  readonly events: Event[] = [];
  readonly agents: AgentNode[] = [];
  readonly models = new Set<string>();
  readonly #sourceSeq = new Map<string, number>();
  #time = '1970-01-01T00:00:00.000Z';

  read(trajectory: Trajectory, source: string): void {
    const children = childrenOf(trajectory, source);
    const startedBy = callsOf(trajectory);
    const rest = new Map(children);
    for (const step of trajectory.steps) {
      for (const draft of eventsOf(step, source === 'primary' ? '' : `${source}.`)) {
        this.#add(draft, source);
        const callId = draft.type === 'tool_call' ? draft.tool?.callId : undefined;
        for (const id of (callId !== undefined && startedBy.get(callId)) || []) {
          const child = rest.get(id);
          if (child) this.#readChild(child, callId);
          rest.delete(id);
        }
      }
    }
    for (const child of rest.values()) this.#readChild(child, undefined);
  }

  #readChild({ trajectory, source, parent }: Child, callId: string | undefined): void {
    const { model_name, extra } = trajectory.agent;
    const [type, title] = [textOf(objectOf(extra)['type']), textOf(objectOf(extra)['title'])];
    this.agents.push({
      source,
      id: subagentId(source),
      ...(type === undefined ? {} : { type }),
      ...(title === undefined ? {} : { title }),
      ...(model_name == null ? {} : { model: model_name }),
      ...(callId === undefined ? {} : { callId }),
      parent,
    });
    this.read(trajectory, source);
  }

  #add({ id, timestamp, type, ...rest }: ReturnType<typeof eventsOf>[number], source: string): void {
    const sourceSeq = (this.#sourceSeq.get(source) ?? 0) + 1;
    this.#sourceSeq.set(source, sourceSeq);
    const inherited = timestamp === undefined ? { timestampSource: 'previous' } : {};
    this.#time = timestamp ?? this.#time;
    if (rest.model !== undefined) this.models.add(rest.model);
    this.events.push({
      id,
      seq: this.events.length + 1,
      timestamp: this.#time,
      type,
      ...rest,
      ...inherited,
      source,
      sourceSeq,
    });
  }
}

interface Child {
  readonly trajectory: Trajectory;
  readonly source: string;
  readonly parent: string;
}

/** Subagents by the id of their trajectory. */
function childrenOf({ subagent_trajectories }: Trajectory, parent: string): Map<string, Child> {
  const children = new Map<string, Child>();
  (subagent_trajectories ?? []).forEach((trajectory, index) => {
    const id = trajectory.trajectory_id ?? `${index + 1}`;
    const own = id.replaceAll('/', '-');
    const source = isSubagentSource(id) ? id : parent === 'primary' ? subagentSource(own) : `${parent}/${own}`;
    children.set(id, { trajectory, source, parent });
  });
  return children;
}

/** Call to the trajectories it started, by what its results refer to. */
function callsOf({ steps }: Trajectory): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const { observation } of steps) {
    for (const { source_call_id, subagent_trajectory_ref, extra } of observation?.results ?? []) {
      const callId = source_call_id ?? textOf(objectOf(extra)['tool_call_id']);
      const ids = (subagent_trajectory_ref ?? []).flatMap(({ trajectory_id }) => trajectory_id ?? []);
      if (callId != null && ids.length > 0) calls.set(callId, [...(calls.get(callId) ?? []), ...ids]);
    }
  }
  return calls;
}

function headerOf(
  root: Trajectory,
  { events, agents, models }: TrajectoryReader,
  context: FormatContext,
): TranscriptHeader {
  const { agent, session_id, trajectory_id } = root;
  const said = objectOf(root.extra);
  const startedAt = readTime(said['started_at']) ?? events[0]?.timestamp ?? '1970-01-01T00:00:00.000Z';
  const endedAt = readTime(said['ended_at']) ?? null;
  const [title, state, cwd, os] = ['title', 'state', 'cwd', 'os'].map((name) => textOf(said[name]));
  const beside = besideOf(root);
  const named = session_id ?? trajectory_id ?? JSON.stringify([agent, startedAt]);
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: trajectory_id || uuidFrom(context.digest(JSON.stringify(['atif', named]))),
    source: {
      agent: agent.name || 'unknown',
      ...(agent.version === 'unknown' ? {} : { agentVersion: agent.version }),
      adapter: 'atif',
      adapterVersion: '1.0.0',
    },
    session: {
      startedAt,
      endedAt,
      capturedAt: endedAt ?? startedAt,
      environment: { ...(cwd === undefined ? {} : { cwd }), ...(os === undefined ? {} : { os }) },
      ...(session_id == null || session_id === trajectory_id ? {} : { nativeId: session_id }),
      ...(title === undefined ? {} : { title }),
      ...(agent.model_name == null ? {} : { models: [...new Set([agent.model_name, ...models])] }),
      ...(state === undefined ? {} : { state }),
      ...(agents.length > 0 ? { agents: [{ source: 'primary' }, ...agents] } : {}),
      ...(beside ? { extra: { atif: beside } } : {}),
    },
    submitter: null,
    privacy: UNREDACTED,
    metrics: metricsOf(events, root),
  };
}

/** What a document says of itself and no field of a session holds; `writeTrajectory` puts it back. */
function besideOf({ agent, notes, continued_trajectory_ref, final_metrics, extra }: Trajectory) {
  const {
    started_at: _start,
    ended_at: _end,
    title: _title,
    state: _state,
    cwd: _cwd,
    os: _os,
    ...rest
  } = objectOf(extra);
  const beside = {
    ...(agent.extra ? { agent: agent.extra } : {}),
    ...(agent.tool_definitions ? { tool_definitions: agent.tool_definitions } : {}),
    ...(notes == null ? {} : { notes }),
    ...(continued_trajectory_ref == null ? {} : { continued_trajectory_ref }),
    ...(final_metrics?.extra ? { final_metrics: final_metrics.extra } : {}),
    ...(Object.keys(rest).length > 0 ? { extra: rest } : {}),
  };
  return Object.keys(beside).length > 0 ? beside : undefined;
}

const UNREDACTED = {
  profile: 'none',
  redactionApplied: false,
  anonymizationApplied: false,
  rulesApplied: [],
  redactionCount: 0,
};

/** Sums are the document's own, where it has any: it may have counted what its steps do not tell. */
function metricsOf(events: readonly Event[], { final_metrics }: Trajectory): Metrics {
  const { tokens, inheritedTokens, ...counts } = measure(events);
  const summed = { ...(tokens ? { tokens } : {}), ...(inheritedTokens ? { inheritedTokens } : {}) };
  const {
    total_prompt_tokens: input,
    total_completion_tokens: output,
    total_cached_tokens: cached,
  } = final_metrics ?? {};
  const cost = final_metrics?.total_cost_usd;
  return {
    ...counts,
    ...(input == null && output == null
      ? summed
      : { tokens: { input: input ?? 0, output: output ?? 0, ...(cached == null ? {} : { cacheRead: cached }) } }),
    ...(cost == null || cost < 0
      ? {}
      : { cost: { microUsd: Math.round(cost * 1e6), priceDate: '', estimated: true, models: [], unpriced: [] } }),
  };
}

const problem = (problem: FormatProblem): ReadPiece => ({ kind: 'problem', problem });
