/** One step of a run as a transcript: its conversation, its receipt, and what the run's log says of it. */

import { measure } from '../../reading/metrics.ts';
import { countOf, type Json, objectOf, stringOf, wholeOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import {
  type Event,
  type Input,
  type Problem,
  SCHEMA_VERSION,
  type Session,
  type Transcript,
  type Usage,
} from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import { type FormatContext, type FormatProblem, sourceOf } from '../contract.ts';
import { correctionsOf } from '../corrections.ts';
import type { Pair } from './join.ts';
import { microTime } from './micro-time.ts';
import type { Draft } from './read-line.ts';
import { readTranscript } from './read-transcript.ts';
import { eventDraft, type RunEvent } from './run-event.ts';
import { writeRun } from './write.ts';
import { NO_MODEL } from './write-receipt.ts';

export const FORMAT_ID = 'run';
const FORMAT_VERSION = '1.0.0';
const NO_TIME = '1970-01-01T00:00:00.000Z';

export interface StepParts {
  readonly runId: string;
  readonly flowKey?: string;
  readonly stepId?: string;
  readonly agentKey?: string;
  readonly engine?: string;
  readonly pair: Pair;
  /** Which time of its step it is, where it ran again later. */
  readonly earlier?: number | undefined;
  readonly meta: Json | undefined;
  /** Events of the run's log, up to the step's last start and after it. */
  readonly before: RunEvent[];
  readonly after: RunEvent[];
  /** How often the log says that it started. */
  starts: number;
  /** Of the run's first step: what the run has beside its steps, as it was. */
  files?: Readonly<Record<string, string>>;
}

export async function stepTranscript(
  step: StepParts,
  context: FormatContext,
): Promise<{ transcript: Transcript; problems: FormatProblem[] }> {
  const inLines: FormatProblem[] = [];
  const { transcript: file, receipt } = step.pair;
  const read = file ? await readTranscript(file, inLines) : { drafts: [], dialect: undefined };
  const ofStep = problemsOf(step);
  const tokens = receipt && tokensOf(objectOf(receipt.value['tokens']));
  const lines = tokens ? read.drafts.map(informing) : read.drafts;
  const drafts = [
    ...step.before.map(eventDraft),
    ...lines,
    ...(receipt ? [receiptDraft(receipt.value, tokens)] : []),
    ...step.after.map(eventDraft),
  ];
  const startedAt = readTime(receipt?.value['started_at']) ?? firstTime(drafts) ?? NO_TIME;
  const events = numbered(drafts, startedAt);
  const session = sessionOf(
    step,
    events,
    startedAt,
    [...ofStep, ...inLines.map(kept)],
    inputsOf(step.pair, read.dialect),
  );
  const problems = [
    ...ofStep.map(({ message, path }) => ({ message, pointer: '', line: 1, column: 1, path })),
    ...inLines,
  ];
  const transcript: Transcript = {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: uuidFrom(context.digest(JSON.stringify([FORMAT_ID, session.nativeId]))),
    source: {
      agent: (step.engine ?? '').replace(/-step$/, '') || 'unknown',
      agentVersion: null,
      adapter: FORMAT_ID,
      adapterVersion: FORMAT_VERSION,
      dialect: read.dialect ?? 'role',
    },
    session,
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: measure(events),
    events,
  };
  return { transcript: receipt ? await withReceipt(transcript, receipt.value, context) : transcript, problems };
}

/** Numbers of the lines only inform where the receipt has its own. */
const informing = (draft: Draft): Draft =>
  draft.usage ? { ...draft, usage: { ...draft.usage, scope: 'turn' } } : draft;

const kept = ({ message, line, path, pointer }: FormatProblem): Problem => ({
  kind: message.startsWith('not JSON') ? 'invalid-json' : 'unknown-record',
  message,
  line,
  ...(path === undefined ? {} : { path }),
  ...(pointer === '' ? {} : { pointer }),
});

function problemsOf({ pair, starts }: StepParts): Problem[] {
  const { transcript, receipt } = pair;
  const problems: Problem[] = [];
  const path = transcript?.path ?? receipt?.file.path;
  if (receipt && !transcript) {
    problems.push({ kind: 'dangling-reference', message: 'The receipt has no transcript', ...(path ? { path } : {}) });
  }
  if (transcript && !receipt) {
    problems.push({ kind: 'missing-receipt', message: 'The transcript has no receipt', ...(path ? { path } : {}) });
  }
  if (starts > 1) {
    const message = `The step ran ${starts} times, and each run overwrote the files of the one before`;
    problems.push({ kind: 'overwritten', message, ...(path ? { path } : {}) });
  }
  return problems;
}

/** Prompt numbers include what came from a cache; how much is not told. */
function tokensOf(tokens: Json): Usage | undefined {
  const [input, output] = [countOf(tokens['prompt']), countOf(tokens['completion'])];
  if (input + output === 0) return undefined;
  return { input, output, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, native: tokens };
}

function receiptDraft(receipt: Json, usage: Usage | undefined): Draft {
  const completed = readTime(receipt['completed_at']);
  const model = stringOf(receipt['model']);
  return {
    id: 'receipt',
    type: 'turn',
    phase: 'ended',
    ...(completed === undefined ? {} : { timestamp: completed }),
    ...(model === undefined || model === NO_MODEL ? {} : { model }),
    ...(usage ? { usage } : {}),
    native: { type: 'receipt' },
  };
}

const firstTime = (drafts: readonly Draft[]): string | undefined =>
  drafts.find(({ timestamp }) => timestamp)?.timestamp;

function numbered(drafts: readonly Draft[], startedAt: string): Event[] {
  let time = startedAt;
  return drafts.map((draft, index) => {
    const inherited = time === NO_TIME ? 'none' : index > 0 ? 'previous' : 'session';
    const { id, timestamp, ...rest } = draft;
    time = timestamp ?? time;
    const marked = timestamp === undefined ? { timestampSource: inherited } : {};
    return { id, seq: index + 1, timestamp: time, ...rest, source: 'primary', sourceSeq: index + 1, ...marked };
  });
}

const STATES: Readonly<Record<string, string>> = { succeeded: 'ended', failed: 'failed', error: 'failed' };

/** The first is known by where its transcript is, or should be: that does not change when the other file comes. */
function inputsOf({ transcript, receipt }: Pair, dialect = 'role'): Input[] {
  const told = /^llm\/[^/]+$/.exec(stringOf(receipt?.value['transcript_path']) ?? '')?.[0];
  const path = receipt?.file.path ?? '';
  const should = told && path.replace(/receipts\/[^/]+$/, told);
  return [
    ...(transcript ? [{ key: transcript.path, path: transcript.path, dialect }] : []),
    ...(receipt ? [{ key: transcript ? path : (should ?? path), path, dialect: 'receipt' }] : []),
  ];
}

function sessionOf(
  step: StepParts,
  events: readonly Event[],
  startedAt: string,
  problems: Problem[],
  inputs: Input[],
): Session {
  const { runId, flowKey, stepId, agentKey, engine, pair, meta, files, earlier } = step;
  const receipt = pair.receipt?.value ?? {};
  const status = stringOf(receipt['status']) ?? '';
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  const last = events.findLast(({ timestampSource }) => !timestampSource)?.timestamp;
  const endedAt = readTime(receipt['completed_at']) ?? last ?? null;
  const iteration = wholeOf(objectOf(receipt['routing'])['loop_iteration']) ?? (step.starts || undefined);
  const title = stringOf(meta?.['title']);
  const models = [...new Set(events.flatMap(({ model }) => (model ? [model] : [])))];
  const stub = models.some((model) => model.endsWith('-stub')) || receipt['mode'] === 'stub';
  return {
    startedAt,
    endedAt,
    capturedAt: endedAt ?? startedAt,
    environment: {},
    nativeId: `${[runId, flowKey, stepId, agentKey].filter((part) => part !== undefined).join('/')}${earlier === undefined ? '' : `@${earlier}`}`,
    ...(title === undefined ? {} : { title }),
    models,
    ...(state === undefined ? {} : { state }),
    run: {
      runId,
      ...(flowKey === undefined ? {} : { flowKey }),
      ...(stepId === undefined ? {} : { stepId }),
      ...(agentKey === undefined ? {} : { agentKey }),
      ...(engine === undefined ? {} : { engine }),
      ...(iteration === undefined ? {} : { iteration }),
    },
    ...(inputs.length > 0 ? { inputs } : {}),
    ...(problems.length > 0 ? { problems } : {}),
    ...extraOf({ ...(stub ? { stub } : {}), ...(meta ? { run: meta } : {}), ...(files ? { runFiles: files } : {}) }),
  };
}

const extraOf = (extra: Record<string, unknown>) => (Object.keys(extra).length > 0 ? { extra } : {});

/** What the receipt says beyond what would be written for the transcript. */
async function withReceipt(transcript: Transcript, receipt: Json, context: FormatContext): Promise<Transcript> {
  let written: unknown;
  for await (const { path, pieces } of writeRun(sourceOf(transcript), context)) {
    let text = '';
    for await (const piece of pieces()) text += String(piece);
    if (path.includes('/receipts/')) written ??= JSON.parse(text);
  }
  const corrections = correctionsOf(written, {
    ...receipt,
    ...times(receipt, 'started_at'),
    ...times(receipt, 'completed_at'),
  });
  if (!corrections) return transcript;
  const { session } = transcript;
  return { ...transcript, session: { ...session, extra: { ...session.extra, receipt: corrections } } };
}

/** In valid form: what was written as `+00:00Z` is not put back. */
function times(receipt: Json, field: string): Json {
  const time = readTime(receipt[field]);
  return time === undefined ? {} : { [field]: microTime(time) };
}
