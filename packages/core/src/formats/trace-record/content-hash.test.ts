/** Hashes against values that Python's json and hashlib give for the same records, and against a record of the original. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/property.ts';
import { murmur3 } from '../murmur3.ts';
import { contentHashOf } from './content-hash.ts';
import { parseExact } from './exact-json.ts';
import { COMPACT, jsonText, PYTHON } from './json-text.ts';
import { Sha256 } from './sha256.ts';

const MINIMAL = '"trace_id":"t-1","session_id":"s-1","agent":{"name":"sketch"}';
const METADATA =
  '{"small":1e-07,"one":1.0,"whole":1,"big":123456789012345678901234567890,"huge":1E22,"sixteen":1e16,' +
  '"fifteen":1234567890123456.0,"minus":-0.0,"zero":-0,"tiny":5e-324,"text":"é😀\\u2028\\u007f","\\ue000":1,"😀":2}';

describe('the hash of a record', () => {
  const hash = (text: string) => contentHashOf(parseExact(text));

  it('is taken over all defaults', () => {
    expect(hash(`{${MINIMAL}}`)).toBe('ead467233ffc551d63d0102e08591f3dd8c7722bb91314f4ffdb1b93fca4ed1f');
  });

  it('is taken over numbers as Python prints them', () => {
    const metrics = '{"total_duration_s":780,"cache_hit_rate":0.92,"estimated_cost_usd":2.4}';
    const call = '{"tool_call_id":"c1","tool_name":"Count","input":{"step":0.1,"limit":10.0,"n":10}}';
    const steps = `[{"step_index":1,"role":"agent","content":"Grüße","tool_calls":[${call}]}]`;
    const text = `{${MINIMAL},"metrics":${metrics},"outcome":{"reward":1},"metadata":${METADATA},"steps":${steps}}`;
    expect(hash(text)).toBe('b08ace3c3ce306efa5d921e71da48d71bb9475321711e1685885d96e4ba6effc');
    expect(hash(text.replace('10.0', '10'))).not.toBe(hash(text));
  });

  it('leaves out the id, the hash itself and fields that the model does not know', () => {
    const more = '"content_hash":"x","intent":{"title":"withdrawn"},"task":{"mood":1}';
    expect(hash(`{${MINIMAL.replace('t-1', 't-2')},${more}}`)).toBe(hash(`{${MINIMAL}}`));
  });
});

const corpus = fileURLToPath(
  new URL('../../../../../../shared/corpus/trace-record/original-0.3.3.jsonl', import.meta.url),
);
if (!existsSync(corpus)) console.warn(`trace-record: skipped the original's record, there is no ${corpus}`);

describe.skipIf(!existsSync(corpus))('a record that the original wrote', () => {
  const read = () => parseExact(readFileSync(corpus, 'utf8')) as Record<string, unknown>;

  it('has the hash that is in it', () => expect(contentHashOf(read())).toBe(read()['content_hash']));

  it('has the range hash that is in it', () => {
    const text = JSON.stringify(read());
    const [, range] = /murmur3:([0-9a-f]{32})/.exec(text) ?? [];
    const steps = read()['steps'] as { snippets: { text: string }[] }[];
    expect(murmur3(steps[1]?.snippets[0]?.text ?? '')).toBe(range);
  });
});

describe('murmur3', () => {
  it.each([
    ['', '00000000000000000000000000000000'],
    ['hello', '5b1e906a48ae1d19cbd8a7b341bd9b02'],
    ['The quick brown fox jumps over the lazy dog', '7a433ca9c49a9347e34bbc7bbc071b6c'],
  ])('of %j', (text, hash) => expect(murmur3(text)).toBe(hash));
});

describe('sha-256 in pieces', () => {
  it('is the hash of the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 5 }), (pieces) => {
        const hash = new Sha256();
        for (const piece of pieces) hash.update(piece);
        expect(hash.hex()).toBe(createHash('sha256').update(pieces.join('')).digest('hex'));
      }),
    );
    for (const length of [55, 56, 63, 64, 65, 119, 120, 65_535, 65_536, 200_000]) {
      const text = '😀'.repeat(length).slice(0, length);
      expect(new Sha256().update(text).hex()).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });
});

describe('exact JSON', () => {
  it('is read as JSON.parse does, but for numbers', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(jsonText(parseExact(text), COMPACT))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps the text of numbers and any name', () => {
    const text = '{"__proto__": 1.50, "a": [1e5, -0, 12345678901234567890]}';
    expect(jsonText(parseExact(text), PYTHON)).toBe('{"__proto__": 1.5, "a": [100000.0, 0, 12345678901234567890]}');
  });

  it('does not overflow on depth', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(jsonText(parseExact(deep), COMPACT)).toBe(deep);
  });
});
