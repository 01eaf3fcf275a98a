/** The published schema against an independent validator, and the documents that must stay valid. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { goldenCases } from '../../testing/fixtures.ts';
import { fc } from '../../testing/property.ts';
import * as model from '../../transcript.ts';
import { checkerOf } from '../shape-check.ts';
import first from './fixtures/version-0.1.0.json' with { type: 'json' };
import { transcriptSchema } from './schema.ts';
import { transcriptCheck } from './validate.ts';

const witness = new Ajv2020({ strict: true, allErrors: true });
formats.default(witness);
const witnessed = witness.compile(transcriptSchema());
const check = await transcriptCheck();

/** Both validators' opinion, which must be one. */
function isValid(value: unknown): boolean {
  const ours = check(value).length === 0;
  expect(witnessed(value), JSON.stringify(witnessed.errors)).toBe(ours);
  return ours;
}

describe('version 0.1.0 stays valid', () => {
  const event = first.events[0]!;

  it.each<[string, TSchema, unknown]>([
    ['source', model.Source, first.source],
    ['session', model.Session, first.session],
    ['submitter', model.Submitter, first.submitter],
    ['privacy', model.Privacy, first.privacy],
    ['metrics', model.Metrics, first.metrics],
    ['event', model.Event, event],
    ['tool', model.Tool, event.tool],
    ['redaction of a secret', model.Redaction, event.redactions[0]],
    ['redaction of personal data', model.Redaction, event.redactions[1]],
  ])('%s', async (_name, schema, value) => expect((await checkerOf(schema))(value)).toEqual([]));

  it('whole documents, with every type and status of that version', () => {
    const events = model.BASE_EVENT_TYPES.map((type, index) => ({ ...event, id: `e${index}`, seq: index + 1, type }));
    expect(isValid({ ...first, events })).toBe(true);
    for (const status of ['ok', 'error', 'denied', 'timeout']) {
      expect(isValid({ ...first, events: [{ ...event, tool: { ...event.tool, status } }] })).toBe(true);
    }
    expect(isValid({ ...first, source: { ...first.source, agentVersion: null } })).toBe(true);
  });
});

describe('the schema', () => {
  it('is open everywhere', () => {
    expect(JSON.stringify(transcriptSchema())).not.toContain('"additionalProperties":false');
    expect(transcriptSchema()).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });

  it('accepts the example and every golden transcript', () => {
    expect(isValid(example)).toBe(true);
    for (const { folder } of goldenCases()) {
      const file = join(folder, 'transcripts.json');
      if (!existsSync(file)) continue;
      for (const transcript of JSON.parse(readFileSync(file, 'utf8'))) {
        expect([file, check(transcript)]).toEqual([file, []]);
        expect(isValid(transcript)).toBe(true);
      }
    }
  });
});

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every place of the example that can be dropped or altered. */
function placesOf(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))];
}

function mutate(document: Json, path: readonly (string | number)[], change: { drop: boolean; value: Json }): Json {
  const copy = structuredClone(document);
  let at = copy as Record<string, Json>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, Json>;
  const last = path.at(-1) as string;
  if (change.drop && Array.isArray(at)) at.splice(Number(last), 1);
  else if (change.drop) delete at[last];
  else at[last] = change.value;
  return copy;
}

describe('two validators agree', () => {
  const document = example as unknown as Json;
  const places = placesOf(document).filter((path) => path.length > 0);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
    fc.constantFrom<Json>(null, '', 'text', 0, 1, -1, 1.5, 1e300, true, [], {}, [{}], '0.9.0', '1'),
    fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01 00:00:00Z', '2026-01-01T00:00:00+0100', '2026-02-30T00:00:00Z'),
  );
  const change = fc.record({ drop: fc.boolean(), value });

  it('on every field of the example dropped', () => {
    const verdicts = places.map((path) => isValid(mutate(document, path, { drop: true, value: null })));
    expect(verdicts.filter((valid) => !valid).length).toBeGreaterThan(50);
  });

  it('on documents with random changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), change, (path, change) => {
        isValid(mutate(document, path, change));
      }),
      { numRuns: 500 },
    );
  });

  it('on values that are no documents at all', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => !isValid(value)));
  });
});
