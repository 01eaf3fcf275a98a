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
/**
 * Events of a session of which none is kept. An engine that has seen steps live on puts later ones where they are
 * collected last: keeping the first of a long session doubles what the rest of it takes.
 */
const LONG = 10_000;

export async function* writeRecord(given: TranscriptSource, { digest }: FormatContext): AsyncIterable<string> {
  const { fields, hash, steps } = await begun(takenApart(given), digest);
  for await (const { step } of steps()) hash.step(step);
  fields.set('content_hash', JSON.stringify(hash.hex()));
  const texts = [...fields].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  const at = [...fields.keys()].indexOf('outcome');
  yield `{${texts.slice(0, at).join(',')},"steps":[`;
  let before = '';
  for await (const { step } of steps()) {
    yield `${before}${jsonText(completed(Step, step), COMPACT)}`;
    before = ',';
  }
  yield `],${texts.slice(at).join(',')}}\n`;
}

interface Begun extends Pick<Outline, 'steps'> {
  /** All but the steps, by name, as JSON. */
  readonly fields: Map<string, string>;
  readonly hash: ContentHash;
}

/** In a function of its own: whatever its head was made of is let go before the steps are made again, twice. */
async function begun(source: TranscriptSource, digest: (data: string) => string): Promise<Begun> {
  const { head, steps } = await outlineOf(source, await surveyOf(source, digest));
  const hash = new ContentHash(head);
  const { steps: _none, ...rest } = completed(TraceRecord, head);
  const fields = new Map(Object.entries(rest).map(([name, value]) => [name, jsonText(value, COMPACT)]));
  return { fields, hash, steps };
}

export interface Outline {
  readonly head: Json;
  /** The same steps every time. */
  steps(): Iterable<WrittenStep> | AsyncIterable<WrittenStep>;
}

/** The record without its steps, which needs them all once. */
export async function outlineOf(source: TranscriptSource, survey: Survey, kept = roomFor(source)): Promise<Outline> {
  const { transcriptId, session } = source.header;
  const attribution = new AttributionBuilder(transcriptId, session.git?.attribution);
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

const roomFor = ({ header }: TranscriptSource): number => (header.metrics.eventCount > LONG ? 0 : KEPT);

function sizeOf({ step }: WrittenStep): number {
  return jsonText(step, COMPACT).length;
}

function completed(schema: typeof TraceRecord | typeof Step, value: unknown): Json {
  return complete(schema, value, { unknownFields: 'kept' }) as Json;
}
