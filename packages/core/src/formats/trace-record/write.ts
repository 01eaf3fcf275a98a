/**
 * Writes a session as one line. The hash stands before what it is taken over, so the steps are made more than once;
 * they are kept meanwhile if they are small, and made from the source again if they are not.
 */
import type { Json } from '../../reading/native-values.ts';
import type { FormatContext, TranscriptSource } from '../contract.ts';
import { corrected } from '../corrections.ts';
import { takenApart } from '../own-results.ts';
import { AttributionBuilder } from './attribution.ts';
import { complete } from './complete.ts';
import { ContentHash } from './content-hash.ts';
import { headOf } from './head.ts';
import { COMPACT, jsonText } from './json-text.ts';
import type { WrittenStep } from './open-step.ts';
import { Step, TraceRecord } from './record.ts';
import { stepsOf } from './stepper.ts';
import { type Survey, surveyOf } from './survey.ts';

/** Characters of steps that are kept in memory. */
const KEPT = 8_000_000;

export async function* writeRecord(given: TranscriptSource, { digest }: FormatContext): AsyncIterable<string> {
  const source = takenApart(given);
  const survey = await surveyOf(source, digest);
  const { head, steps } = await outlineOf(source, survey);
  const hash = new ContentHash(head);
  for await (const { step } of steps()) hash.step(step);
  const { steps: _none, ...rest } = completed(TraceRecord, { ...head, content_hash: hash.hex() });
  const fields = Object.entries(rest).map(([name, value]) => [name, jsonText(value, COMPACT)] as const);
  const at = fields.findIndex(([name]) => name === 'outcome');
  yield `{${fields.slice(0, at).map(fieldText).join(',')},"steps":[`;
  let before = '';
  for await (const { step } of steps()) {
    yield `${before}${jsonText(completed(Step, step), COMPACT)}`;
    before = ',';
  }
  yield `],${fields.slice(at).map(fieldText).join(',')}}\n`;
}

export interface Outline {
  readonly head: Json;
  /** The same steps every time. */
  steps(): Iterable<WrittenStep> | AsyncIterable<WrittenStep>;
}

/** The record without its steps, which needs them all once. */
export async function outlineOf(source: TranscriptSource, survey: Survey, kept = KEPT): Promise<Outline> {
  const attribution = new AttributionBuilder(source.header.transcriptId);
  let steps: WrittenStep[] | undefined = [];
  let size = 0;
  let count = 0;
  for await (const step of stepsOf(source, survey)) {
    count++;
    attribution.take(step);
    if (!steps) continue;
    size += sizeOf(step);
    if (size > kept) steps = undefined;
    else steps.push(step);
  }
  const facts = { steps: count, attribution: attribution.result(), ecosystems: attribution.ecosystems };
  const head = headOf(source.header, survey, facts);
  const all = steps;
  return {
    head: corrected(head, source.header.session.extra?.['traceRecord']),
    steps: () => all ?? stepsOf(source, survey),
  };
}

function sizeOf({ step }: WrittenStep): number {
  return jsonText(step, COMPACT).length;
}

const fieldText = ([name, text]: readonly [string, string]): string => `${JSON.stringify(name)}:${text}`;

function completed(schema: typeof TraceRecord | typeof Step, value: unknown): Json {
  return complete(schema, value, { unknownFields: 'kept' }) as Json;
}
