/** What was removed is found by hashes alone, however it is written, and nothing around it moves or changes. */

import type { FoundSecret } from '@hansard/core/privacy/index.ts';
import { SecretSearch } from '@hansard/core/privacy/index.ts';
import { rules } from '@hansard/core/privacy/rules/index.ts';
import { fc } from '@hansard/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { writtenNumbers } from '../scrub/written-numbers.ts';
import { MaskedStream } from './masked-stream.ts';
import { checkOf, Masker } from './masker.ts';
import { formText, type RemovedForm, readForm } from './removed-form.ts';
import { WindowHash } from './window-hash.ts';
import { writtenForms } from './written-forms.ts';

const KEY = 'key of this archive';
const windows = new WindowHash(KEY);
const search = new SecretSearch();

function foundIn(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  search.inText(text, (secret) => found.push(secret));
  return found;
}

/** As it goes through the journal. */
function maskerOf(...found: readonly FoundSecret[]): Masker {
  const forms = found.flatMap((one) =>
    writtenForms(one).map(({ kind, lead, bytes }): RemovedForm => {
      const tail = bytes.length >= 24 ? windows.of(bytes, bytes.length - 6) : undefined;
      const check = checkOf(KEY, bytes);
      const form = { kind, lead, filter: windows.of(bytes), tail, check, bytes: bytes.length, rule: one.rule.id };
      return readForm(formText(form), form.rule, form.bytes) as RemovedForm;
    }),
  );
  return new Masker(forms, KEY);
}

const EXAMPLES = rules
  .filter(({ type }) => type === 'secret')
  .flatMap(({ id, examples }) => examples.map((text) => [id, text] as const));
const masked = (masker: Masker, text: string) => masker.mask(Buffer.from(text))?.bytes.toString() ?? text;
const TOKEN = foundIn(rules.find(({ id }) => id === 'anthropic-api-key')?.examples[0] ?? '')[0] as FoundSecret;
const { value: SECRET } = TOKEN;

describe('a secret that does not look like itself', () => {
  const inDigits = (text: string) => Buffer.from(text).toString('hex');
  it.each([
    [
      'zero-width characters',
      (secret: string) => `${secret.slice(0, 9)}\u200b${secret.slice(9, 30)}\xad${secret.slice(30)}`,
    ],
    ['entities', (secret: string) => secret.replaceAll('-', '&#45;')],
    ['full width', (secret: string) => secret.replaceAll('-', '－')],
    ['digits', inDigits],
    ['digits in lines', (secret: string) => inDigits(secret).replace(/.{60}/g, '$&\n')],
    ['digits of UTF-16', (secret: string) => Buffer.from(secret, 'utf16le').toString('hex')],
  ])('goes as it is written, also in JSON: %s', (_, hide) => {
    const hidden = hide(SECRET);
    const found = foundIn(`see ${hidden} there`);
    expect(found.map(({ value }) => value)).toContain(SECRET);
    const masker = maskerOf(...found);
    for (const text of [`see ${hidden} there`, JSON.stringify({ a: `see ${hidden} there` })]) {
      const after = masked(masker, text);
      expect(after).toMatch(/REDACTED:anthropic-api-key/);
      expect(after).not.toContain(hidden.slice(-12));
      expect(after).not.toContain(hidden.slice(20, 32));
    }
  });
});

describe('a token that was removed', () => {
  const masker = maskerOf(TOKEN);

  it.each([
    ['as it is', `x ${SECRET} y`],
    ['inside a word', `x${SECRET}y`],
    ['behind an escape', JSON.stringify({ a: `line\n${SECRET}\nline` })],
    ['in a URL', `https://a.dev/?t=${encodeURIComponent(SECRET)}&x=1`],
  ])('is found %s, and nothing moves', (_, text) => {
    const after = masked(masker, text);
    expect(after).toHaveLength(text.length);
    expect(after).not.toContain(SECRET);
    expect(after.replace(/\[REDACTED:anthropic-api-key\]\*+/, SECRET)).toBe(text);
  });

  it.each(['hex', 'HEX'])('is found in digits: %s', (way) => {
    const digits = Buffer.from(SECRET).toString('hex');
    const written = way === 'hex' ? digits : digits.toUpperCase();
    const after = masked(masker, `0x0a${written}0a`);
    expect(after.replace(/\[REDACTED:anthropic-api-key\]\*+/, written)).toBe(`0x0a${written}0a`);
    expect(after).not.toContain(written.slice(10, 40));
  });

  it('is found inside base64, whatever stands before it, and the rest still decodes', () => {
    for (const before of ['', 'x', 'xy', 'xyz']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${before}${SECRET} and more`).toString(encoding);
        const decoded = Buffer.from(masked(masker, text), encoding).toString();
        expect(decoded).not.toContain(SECRET.slice(4, -4));
        expect(decoded.startsWith(before)).toBe(true);
        expect(decoded.endsWith(' and more')).toBe(true);
        expect(decoded).toContain('********');
      }
    }
  });

  it('is found wherever a chunk ends', () => {
    const text = Buffer.from(`${'a'.repeat(300)} ${SECRET} ${'b'.repeat(300)} ${SECRET}`);
    const whole = masker.mask(text)?.bytes as Buffer;
    for (let size = 1; size < 200; size += 7) {
      const stream = new MaskedStream(masker);
      const parts: Buffer[] = [];
      for (let at = 0; at < text.length; at += size) parts.push(stream.push(text.subarray(at, at + size)));
      parts.push(stream.finish());
      expect(Buffer.concat(parts).equals(whole)).toBe(true);
      expect(stream.isMasked).toBe(true);
    }
  });

  it('leaves everything else alone', () => {
    expect(masker.mask(Buffer.from(`nothing of ${SECRET.slice(0, -1)}`))).toBeUndefined();
  });
});

describe('what every rule finds', () => {
  it.each(EXAMPLES)('%s: is gone afterwards, in a record, in a record within a record, and as text', (_, example) => {
    const found = foundIn(example);
    expect(found.length).toBeGreaterThan(0);
    const masker = maskerOf(...found);
    for (const text of [example, JSON.stringify({ a: example }), JSON.stringify({ b: JSON.stringify([example]) })]) {
      const after = masked(masker, text);
      expect(Buffer.byteLength(after)).toBe(Buffer.byteLength(text));
      for (const { value, reach } of found) if (reach !== 'place') expect(after).not.toContain(value);
      if (text !== example) expect(Object.keys(JSON.parse(after))).toEqual(Object.keys(JSON.parse(text)));
      else expect(foundIn(after).map(({ value }) => value)).toEqual([]);
    }
  });
});

describe('a value with all kinds of characters', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'aZ9"\\/+<>&%äß\n\té☃'.split('')), minLength: 12, maxLength: 40 });

  it('goes from any JSON without breaking it', () => {
    fc.assert(
      fc.property(signs, fc.string(), fc.string(), (secret, before, behind) => {
        const found: FoundSecret = {
          ...TOKEN,
          value: secret,
          written: secret,
          lead: '',
          base64: false,
          hex: false,
          reach: 'anywhere',
        };
        const masker = maskerOf(found);
        for (const text of [
          JSON.stringify({ a: before + secret + behind, b: [behind] }),
          JSON.stringify({ a: JSON.stringify({ c: `${before} ${secret}` }), b: [behind] }),
        ]) {
          const after = JSON.parse(masked(masker, text)) as { a: string; b: string[] };
          expect(after.a.includes(secret.replace(/\\+$/, ''))).toBe(false);
          expect(Object.keys(after)).toEqual(['a', 'b']);
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('a password that is a word', () => {
  it('goes where its name stands before it, and nowhere else', () => {
    const found: FoundSecret = {
      ...TOKEN,
      value: 'sunflower',
      written: 'sunflower',
      reach: 'place',
      lead: 'DB_PASS=',
      name: undefined,
    };
    const masker = maskerOf(found);
    expect(masked(masker, 'export DB_PASS=sunflower # a sunflower')).toBe('export DB_PASS=********* # a sunflower');
    const named = maskerOf({ ...found, lead: '', name: 'password' });
    expect(masked(named, '{"password": "sunflower","text":"a sunflower"}')).toBe(
      '{"password": "*********","text":"a sunflower"}',
    );
    expect(masked(named, '{"a":"{\\"password\\":\\"sunflower\\"}"}')).toBe('{"a":"{\\"password\\":\\"*********\\"}"}');
  });
});

describe('a password that is a number', () => {
  const numbersIn = (json: string) => {
    const found: FoundSecret[] = [];
    search.inValue(JSON.parse(json), (secret) => found.push(secret));
    return [
      ...found,
      ...writtenNumbers(
        json,
        found.filter(({ number }) => number),
      ),
    ];
  };

  it.each([
    ['as it is', '{"password":48151623,"n":48151623}', '{"password":"******","n":48151623}'],
    ['behind blanks', '{"password" :\t48151623 }', '{"password" :\t"******" }'],
    ['over lines', '{\n  "password":\n    48151623\n}', '{\n  "password":\n    "******"\n}'],
    ['less than nothing', '{"password":-48151623}', '{"password":"*******"}'],
    ['with an exponent', '{"password":4.8151623e7}', '{"password":"*********"}'],
    ['longer than numbers are', '{"password":48151623424815162342}', '{"password":"******************"}'],
    ['in a list', '{"password":[48151623, 42481516 ,7]}', '{"password":[0       , 0        ,7]}'],
    ['in JSON in a text', '{"a":"{\\"password\\": 48151623}"}', '{"a":"{\\"password\\": \\"****\\"}"}'],
    [
      'in JSON in JSON in a text',
      JSON.stringify({ a: JSON.stringify({ b: '{"password": 48151623}' }) }),
      JSON.stringify({ a: JSON.stringify({ b: '{"password": 0       }' }) }),
    ],
  ])('goes %s, and JSON stays what it is', (_, json, expected) => {
    const masker = maskerOf(...numbersIn(json));
    const after = masked(masker, json);
    expect(after).toBe(expected);
    expect(Object.keys(JSON.parse(after))).toEqual(Object.keys(JSON.parse(json)));
    expect(numbersIn(after)).toEqual([]);
  });

  it('is not the beginning of another number', () => {
    const masker = maskerOf(...numbersIn('{"password":48151623}'));
    for (const json of ['{"password":481516234}', '{"password":48151623.5}']) expect(masked(masker, json)).toBe(json);
  });

  it('goes also where something else that goes stands before it', () => {
    const text = 'A_PASSWORD=sunflower B_PASSWORD=moonlight';
    const found = ['sunflower', 'moonlight'].map((value): FoundSecret => {
      const lead = text.slice(0, text.indexOf(value)).slice(-24);
      return { ...TOKEN, value, written: value, reach: 'place', lead, name: undefined };
    });
    expect(masked(maskerOf(...found), text)).toBe('A_PASSWORD=********* B_PASSWORD=*********');
  });

  it('is looked for in linear time', () => {
    const json = `{"password":48151623,"n":[${'48151623,'.repeat(200_000)}0]}`;
    expect([...writtenNumbers(json, numbersIn('{"password":48151623}').slice(0, 1))]).toHaveLength(1);
  });
});

describe('a text made to keep the search busy', () => {
  it('costs a bounded number of bytes hashed for each of its own', () => {
    const block = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQ'.repeat(400)}\n-----END PRIVATE KEY-----`;
    const found: FoundSecret = {
      ...TOKEN,
      value: block,
      written: block,
      lead: '',
      base64: false,
      hex: false,
      reach: 'anywhere',
    };
    expect(Math.max(...writtenForms(found).map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(518);
  });
});
