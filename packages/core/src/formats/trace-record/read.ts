/**
 * Reads records, one a line, each as one transcript. What this model has no place for, and numbers that are the
 * record's own, are kept as corrections in `extra.traceRecord`, so that writing gives the record back. What is wrong in
 * a record is told with its place, and the rest of it is read.
 */
import { isObject, type Json, listOf, objectOf, stringOf } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import type { FormatContext, FormatProblem, Pieces, ReadPiece } from '../contract.ts';
import { type Corrections, correctionsOf } from '../corrections.ts';
import { offsetOf, positionAt } from '../json-position.ts';
import { syntaxProblemOf } from '../json-syntax.ts';
import { countsCacheApart } from '../model-names.ts';
import { depthOf } from '../nesting.ts';
import { plainNumbers } from '../number-text.ts';
import { type Check, checkerOf } from '../shape-check.ts';
import { type Line, linesOf } from '../text-pieces.ts';
import { complete } from './complete.ts';
import { contentHashOf } from './content-hash.ts';
import { parseExact } from './exact-json.ts';
import { ownFactsOf } from './own-facts.ts';
import { readHead, startOf } from './read-head.ts';
import { readSteps } from './read-steps.ts';
import { Step, TraceRecord } from './record.ts';
import { surveyOf } from './survey.ts';
import { outlineOf } from './write.ts';

/** The original's own reader gives up on deeper nesting. */
const MAX_DEPTH = 200;

export async function* readRecords(pieces: Pieces, context: FormatContext): AsyncIterable<ReadPiece> {
  recordCheck ??= checkerOf(TraceRecord);
  const check = await recordCheck;
  for await (const line of linesOf(pieces)) {
    if (line.text.trim() === '') continue;
    const record = recordOf(line);
    if (!isObject(record)) {
      yield { kind: 'problem', problem: problemAt(line, '', String(record)) };
      yield { kind: 'transcript', header: undefined };
      continue;
    }
    for (const problem of problemsOf(line, record, check)) yield { kind: 'problem', problem };
    const { events, header } = await transcriptOf(record, line, context);
    for (const event of events) yield { kind: 'event', event };
    yield { kind: 'transcript', header };
  }
}

let recordCheck: Promise<Check> | undefined;

/** The value of a line, or what is wrong with it. */
function recordOf({ text, cut }: Line): Json | string {
  if (cut) return 'expected a record, found a line too long to hold';
  if (depthOf(text) > MAX_DEPTH) return `expected at most ${MAX_DEPTH} levels of nesting`;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : 'expected object';
  } catch {
    return `not JSON: ${syntaxProblemOf(text)?.message ?? 'expected JSON'}`;
  }
}

function problemAt({ text, number }: Line, pointer: string, message: string): FormatProblem {
  const offset = message.startsWith('not JSON') ? (syntaxProblemOf(text)?.offset ?? 0) : offsetOf(text, pointer);
  return { message, pointer, line: number, column: positionAt(text, offset).column };
}

function problemsOf(line: Line, record: Json, check: Check): FormatProblem[] {
  const problems = check(record).map(({ pointer, message }) => problemAt(line, pointer, message));
  const told = stringOf(record['content_hash']);
  if (!told || problems.length > 0 || !/^0\.3\./.test(stringOf(record['schema_version']) ?? '')) return problems;
  const hash = contentHashOf(parseExact(line.text));
  return hash === told ? [] : [problemAt(line, '/content_hash', `expected ${hash}: the record was changed`)];
}

async function transcriptOf(record: Json, line: Line, context: FormatContext) {
  const { steps: allSteps, content_hash: _hash, ...head } = kept(TraceRecord, record);
  const steps = listOf(allSteps);
  const own = await ownFactsOf(head['metadata']);
  const startedAt = startOf(head, steps);
  const inclusive = own !== undefined || !leavesCacheOut(head, steps);
  const prompts = objectOf(head['system_prompts']);
  const tools = listOf(plainNumbers(head['tool_definitions']));
  const spawnCalls = new Map(own?.agents?.flatMap(({ source, callId }) => (callId ? [[source, callId]] : [])));
  const { events, firsts } = readSteps(steps, {
    prompts,
    tools,
    digest: context.digest,
    startedAt,
    inclusive,
    spawnCalls,
  });
  const fallbackId = uuidFrom(context.digest(line.text));
  const header = readHead(plainNumbers(head) as Json, { own, events, startedAt, fallbackId });
  const source = { header, events: () => events };
  const outline = await outlineOf(source, await surveyOf(source, context.digest), Number.POSITIVE_INFINITY);
  const {
    steps: exact,
    content_hash: _exactHash,
    ...exactHead
  } = ODD_NUMBER.test(line.text) ? kept(TraceRecord, parseExact(line.text)) : { ...head, steps };
  const exactSteps = listOf(exact);
  let index = 0;
  for await (const { step } of outline.steps()) {
    const corrections = correctionsOf(kept(Step, step), exactSteps[index]);
    if (corrections) correct(events, firsts[index] ?? 0, corrections);
    index++;
  }
  const { steps: _steps, content_hash: _none, ...written } = kept(TraceRecord, outline.head);
  const traceRecord = correctionsOf(written, exactHead);
  const session = traceRecord ? { ...header.session, extra: { traceRecord } } : header.session;
  return { events, header: { ...header, session } };
}

/** A number that JavaScript may write otherwise; few records have one. */
const ODD_NUMBER = /\d\.\d*0[\s,\]}]|\d{16}|\d[eE][+-]?\d|-0/;

const kept = (schema: typeof TraceRecord | typeof Step, value: unknown): Json =>
  complete(schema, value, { unknownFields: 'kept' }) as Json;

function correct(events: Event[], at: number, traceRecord: Corrections): void {
  const event = events[at];
  if (event) events[at] = { ...event, extra: { traceRecord } };
}

/** Whether input numbers leave the cache out: by the provider's habit, or because they are smaller than it. */
function leavesCacheOut(head: Json, steps: readonly unknown[]): boolean {
  if (countsCacheApart(stringOf(objectOf(head['agent'])['model']))) return true;
  return steps.some((step) => {
    const tokens = objectOf(objectOf(step)['token_usage']);
    const [input, read, write] = ['input_tokens', 'cache_read_tokens', 'cache_write_tokens'].map((name) =>
      Number(tokens[name] ?? 0),
    ) as [number, number, number];
    return input < read + write;
  });
}
