/** The record without its steps: what it says of the session as a whole. */

import { canonicalUrl } from '../../git/canonical-url.ts';
import type { Cost, Repo, Session, Tokens } from '../../transcript.ts';
import { finalLinks, lastCommit, recordLinks } from '../commit-links.ts';
import type { TranscriptHeader } from '../contract.ts';
import { beginning } from '../event-words.ts';
import { qualified } from '../model-names.ts';
import { CLASSIFIER_VERSION } from './classify.ts';
import { RECORD_VERSION } from './record.ts';
import type { Survey } from './survey.ts';

/** The time of sessions of which none is known. */
export const NO_TIME = '1970-01-01T00:00:00.000Z';

const DESCRIPTION = 500;

export interface StepFacts {
  readonly steps: number;
  readonly attribution: Record<string, unknown> | null;
  readonly ecosystems: readonly string[];
}

export function headOf(header: TranscriptHeader, survey: Survey, facts: StepFacts): Record<string, unknown> {
  const { transcriptId, source, session } = header;
  const model = survey.model ?? session.models?.[0];
  return {
    schema_version: RECORD_VERSION,
    trace_id: transcriptId,
    session_id: session.nativeId ?? transcriptId,
    content_hash: null,
    timestamp_start: session.startedAt === NO_TIME ? null : session.startedAt,
    timestamp_end: session.endedAt === NO_TIME ? null : session.endedAt,
    execution_context: session.executionContext === 'runtime' ? 'runtime' : 'devtime',
    task: taskOf(session, survey),
    agent: {
      name: source.agent,
      version: source.agentVersion ?? null,
      model: model === undefined ? null : qualified(model, survey.provider),
    },
    environment: environmentOf(session, facts),
    system_prompts: Object.fromEntries(survey.systemPrompts),
    tool_definitions: [...survey.tools.values()],
    outcome: outcomeOf(session, survey),
    dependencies: [...survey.packages],
    metrics: metricsOf(header, survey.tokens, facts.steps),
    security: securityOf(header, survey),
    attribution: facts.attribution,
    lifecycle: finalLinks(session.git).length > 0 ? 'final' : 'provisional',
    generation_index: session.generation ?? 1,
    git_links: recordLinks(session.git),
    metadata: { hansard: ownFacts(header) },
  };
}

function taskOf({ title, environment }: Session, { firstPrompt }: Survey) {
  const description = firstPrompt ?? title;
  const repo = environment.repo ?? {};
  return {
    description: description === undefined ? null : beginning(description, DESCRIPTION),
    source: firstPrompt === undefined ? null : 'user_prompt',
    repository: ownerAndName(repo),
    repository_url: repo.remote ? (canonicalUrl(repo.remote) ?? repo.remote) : null,
    base_commit: repo.commit ?? null,
  };
}

/** Groups belong to the name: `group/subgroup/name`. */
function ownerAndName({ remote = '' }: Repo): string | null {
  const path = canonicalUrl(remote ?? '')?.replace(/^https:\/\/[^/]+\//, '');
  return path ?? /[/:]([^/:]+\/[^/:]+?)(?:\.git)?\/?$/.exec((remote ?? '').slice(-300))?.[1] ?? null;
}

function environmentOf({ environment, git }: Session, { ecosystems }: StepFacts) {
  const { os, shell, repo } = environment;
  return {
    os: os ?? null,
    shell: shell ?? null,
    vcs: {
      type: repo ? 'git' : 'none',
      base_commit: repo?.commit ?? null,
      branch: repo?.branch ?? null,
      diff: git?.diff ?? null,
    },
    language_ecosystem: [...ecosystems],
  };
}

/** Whether the task was done is nothing that a log says. What was committed is, or history shows it. */
function outcomeOf({ state, git }: Session, { commit }: Survey) {
  const last = lastCommit(git);
  return {
    success: null,
    signal_source: 'deterministic',
    signal_confidence: 'derived',
    description: null,
    patch: git?.patch ?? null,
    committed: commit !== undefined || last !== undefined,
    commit_sha: last?.revision ?? commit ?? null,
    terminal_state: state === 'interrupted' ? 'interrupted' : state === 'failed' ? 'error' : null,
    reward: null,
    reward_source: null,
  };
}

function metricsOf({ metrics }: TranscriptHeader, counted: Tokens, steps: number) {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = metrics.tokens ?? counted;
  const seconds = rounded(metrics.durationMs / 1000, 2);
  return {
    total_steps: steps,
    total_input_tokens: input,
    total_output_tokens: output,
    total_cache_read_tokens: cacheRead,
    total_cache_creation_tokens: cacheWrite,
    total_duration_s: seconds > 0 ? seconds : null,
    cache_hit_rate: input > 0 ? Math.min(1, rounded(cacheRead / input, 4)) : null,
    // Of a session in which no model has a price the cost is not nothing but not known.
    estimated_cost_usd: metrics.cost && isPriced(metrics.cost) ? metrics.cost.microUsd / 1e6 : null,
  };
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const isPriced = ({ models, unpriced }: Cost): boolean => models.length > 0 || unpriced.length === 0;

function securityOf({ privacy }: TranscriptHeader, { flags }: Survey) {
  const scanned = privacy.profile !== 'none' || privacy.redactionApplied;
  return {
    scanned,
    flags_reviewed: scanned ? flags : 0,
    redactions_applied: privacy.redactionCount,
    classifier_version: scanned ? CLASSIFIER_VERSION : null,
  };
}

/** Of each commit how many lines the session wrote, how many are there still, and what shows it. */
function survivals(git: Session['git']) {
  return git?.links?.map(({ revision, committedAt, lines, alive, evidence }) => ({
    revision,
    committed_at: committedAt,
    lines,
    alive: alive ?? null,
    evidence: evidence ?? null,
  }));
}

/** What the record has no field for. Its presence says that token numbers include the cache. */
function ownFacts({ schemaVersion, source, session, submitter, privacy, metrics }: TranscriptHeader) {
  const { title, state, models, lineage, run, agents, environment } = session;
  const facts = {
    schema_version: schemaVersion,
    adapter: source.adapter,
    adapter_version: source.adapterVersion,
    dialect: source.dialect,
    title,
    state,
    models,
    lineage,
    run,
    agents,
    cwd: environment.cwd ?? undefined,
    repo_name: environment.repo?.name ?? undefined,
    submitter: submitter ?? undefined,
    privacy: privacy.profile === 'none' ? undefined : privacy,
    cost: metrics.cost,
    commits: survivals(session.git),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}
