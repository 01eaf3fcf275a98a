/**
 * A session as one trajectory. Its own steps are written as they are read; those of subagents lie between them, so
 * they are gathered in a second reading and follow, each inside the one that started it.
 */

import type { TranscriptHeader, TranscriptSource } from '../contract.ts';
import { isPrimary, isUnsaid } from '../conversations.ts';
import { gather } from '../gather.ts';
import { jsonText } from '../json-text.ts';
import { isSpoken, type Step as Said, Steps } from '../steps.ts';
import { ATIF_VERSION } from './trajectory.ts';
import { type StartedBy, stepOf } from './write-step.ts';

export async function* writeTrajectory(source: TranscriptSource): AsyncIterable<string> {
  const { header } = source;
  const started = startedBy(header, await sourcesIn(source));
  const own = new StepWriter(started);
  const { session_id, agent } = headOf(header);
  const head = { schema_version: ATIF_VERSION, session_id, trajectory_id: header.transcriptId, agent };
  yield `${jsonText(head).slice(0, -1)},"steps":[`;
  let hasOthers = false;
  yield* gather(source.events(), (event) => {
    const primary = isPrimary(event);
    hasOthers ||= !primary;
    return primary && !isUnsaid(event) ? own.push(own.steps.push(event)) : '';
  });
  yield `${own.push(own.steps.end())}],`;
  yield jsonText({ final_metrics: finalMetrics(header, own.count), extra: extraOf(header) }).slice(1, -1);
  const inner = hasOthers ? await subagentsOf(source, started) : '';
  yield `${inner}}\n`;
}

/** The steps of one agent as items of a list. */
class StepWriter {
  readonly steps = new Steps();
  readonly #startedBy: StartedBy;
  count = 0;

  constructor(started: StartedBy) {
    this.#startedBy = started;
  }

  push(steps: readonly Said[]): string {
    let text = '';
    for (const step of steps) {
      text += `${this.count > 0 ? ',' : ''}${jsonText(stepOf(step, this.count + 1, this.#startedBy))}`;
      this.count++;
    }
    return text;
  }
}

/** Subagents that did something: a reference to one that did not would lead nowhere. */
async function sourcesIn({ header, events }: TranscriptSource): Promise<ReadonlySet<string>> {
  const sources = new Set<string>();
  if (!header.session.agents) return sources;
  for await (const event of events()) {
    if (!isPrimary(event) && !isUnsaid(event) && isSpoken(event)) sources.add(event.source as string);
  }
  return sources;
}

function startedBy({ session }: TranscriptHeader, present: ReadonlySet<string>): StartedBy {
  const calls = new Map<string, string[]>();
  for (const { source, callId } of session.agents ?? []) {
    if (callId !== undefined && present.has(source)) calls.set(callId, [...(calls.get(callId) ?? []), source]);
  }
  return (callId) => calls.get(callId) ?? [];
}

/** `subagent_trajectories`, as text behind the rest of a trajectory. */
async function subagentsOf(source: TranscriptSource, started: StartedBy): Promise<string> {
  const writers = new Map<string, { writer: StepWriter; text: string }>();
  for await (const event of source.events()) {
    if (isPrimary(event) || isUnsaid(event) || !isSpoken(event)) continue;
    const name = event.source as string;
    const own = writers.get(name) ?? { writer: new StepWriter(started), text: '' };
    own.text += own.writer.push(own.writer.steps.push(event));
    writers.set(name, own);
  }
  const steps = new Map<string, string>();
  for (const [name, { writer, text }] of writers) steps.set(name, text + writer.push(writer.steps.end()));
  return nested(source.header, steps);
}

/** From the deepest up: by the time that an agent is written those below it are text. */
function nested(header: TranscriptHeader, steps: ReadonlyMap<string, string>): string {
  const below = new Map<string, string[]>();
  for (const name of steps.keys()) {
    const parent = parentOf(name, steps) ?? '';
    below.set(parent, [...(below.get(parent) ?? []), name]);
  }
  const texts = new Map<string, string>();
  const listOf = (parent: string): string => {
    const items = (below.get(parent) ?? []).map((name) => texts.get(name));
    return items.length === 0 ? '' : `,"subagent_trajectories":[${items.join(',')}]`;
  };
  const depth = (name: string) => name.split('/').length;
  for (const name of [...steps.keys()].toSorted((a, b) => depth(b) - depth(a))) {
    const head = { schema_version: ATIF_VERSION, trajectory_id: name, agent: agentOf(header, name) };
    texts.set(name, `${jsonText(head).slice(0, -1)},"steps":[${steps.get(name)}]${listOf(name)}}`);
  }
  return listOf('');
}

/** The nearest agent above that has steps of its own. */
function parentOf(name: string, steps: ReadonlyMap<string, string>): string | undefined {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    if (steps.has(name.slice(0, at))) return name.slice(0, at);
  }
  return undefined;
}

function headOf(header: TranscriptHeader) {
  return { session_id: header.session.nativeId ?? header.transcriptId, agent: agentOf(header, 'primary') };
}

function agentOf({ source, session }: TranscriptHeader, name: string) {
  const node = session.agents?.find((agent) => agent.source === name);
  const model = name === 'primary' ? session.models?.[0] : node?.model;
  const extra = { ...(node?.type ? { type: node.type } : {}), ...(node?.title ? { title: node.title } : {}) };
  return {
    name: source.agent,
    version: source.agentVersion ?? 'unknown',
    ...(model === undefined ? {} : { model_name: model }),
    ...(name !== 'primary' && Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function finalMetrics({ metrics: { tokens, cost } }: TranscriptHeader, steps: number) {
  return {
    ...(tokens
      ? {
          total_prompt_tokens: tokens.input,
          total_completion_tokens: tokens.output,
          ...(tokens.cacheRead === undefined ? {} : { total_cached_tokens: tokens.cacheRead }),
        }
      : {}),
    ...(cost ? { total_cost_usd: cost.microUsd / 1e6 } : {}),
    total_steps: steps,
  };
}

function extraOf({ session }: TranscriptHeader) {
  const { title, startedAt, endedAt, state, environment } = session;
  return {
    started_at: startedAt,
    ...(endedAt === null ? {} : { ended_at: endedAt }),
    ...(title === undefined ? {} : { title }),
    ...(state === undefined ? {} : { state }),
    ...(environment.cwd == null ? {} : { cwd: environment.cwd }),
    ...(environment.os == null ? {} : { os: environment.os }),
  };
}
