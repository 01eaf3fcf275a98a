/** Secrets written so that they do not look like themselves, one of every kind, among other texts: none gets through. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { plantedBy } from '../../testing/planted-secrets.ts';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';
import { rules } from '../rules/index.ts';

const gate = testGate('team');
const between = (sign: string) => (text: string) => text.slice(0, 3) + sign + text.slice(3, -3) + sign + text.slice(-3);
const codeOf = (character: string): number => character.charCodeAt(0);
const each = (write: (character: string) => string) => (text: string) =>
  text.replace(/[A-Za-z0-9_]/g, (character, at) => (at % 3 === 0 ? write(character) : character));

const HIDINGS: Readonly<Record<string, (secret: string) => string>> = {
  'a zero-width space': between('\u200b'),
  'a zero-width joiner': between('\u200d'),
  'a word joiner': between('\u2060'),
  'a byte order mark': between('\ufeff'),
  'a soft hyphen': between('\xad'),
  'decimal entities': each((character) => `&#${codeOf(character)};`),
  'hexadecimal entities': each((character) => `&#x${codeOf(character).toString(16)};`),
  'letters of full width': each((character) => String.fromCharCode(codeOf(character) + 0xfee0)),
};

const planted = rules
  .filter(({ type, anchor }) => type === 'secret' && anchor.at !== 'block')
  .flatMap((rule) => plantedBy(rule, randomFrom(rule.id.length + 7)) ?? [])
  // Of an example the whole may be given as the secret, its name included.
  .filter(({ text, secret }) => text.includes(secret) && secret.length >= 8 && !/^[A-Z_]+=/.test(secret));

const through = (texts: readonly string[]) => {
  const redacted = gate.redactTranscript(transcriptOf(texts.map((text) => ({ text }))));
  expect(receiptFaults(redacted)).toEqual([]);
  expect(gate.redactTranscript(redacted).events).toEqual(redacted.events);
  return redacted.events.map(({ text }) => String(text));
};

describe('a secret of any kind', () => {
  it.each(Object.entries(HIDINGS))('is found through %s', (_, hide) => {
    const texts = planted.map(({ text, secret }) => text.replace(secret, () => hide(secret)));
    const after = through(texts);
    // Nothing but the secrets holds such a thing: a part of one would show.
    expect(after.filter((text) => /[^\n -~]|&#/.test(text))).toEqual([]);
  });

  it('is found in hexadecimal digits', () => {
    const digits = (text: string) => Buffer.from(text).toString('hex');
    const texts = planted.map(({ text }) => `SELECT data: 0x${digits(`some words before. ${text} and some behind`)}`);
    const after = through(texts);
    const left = planted.filter(({ secret }, i) => after[i]!.includes(digits(secret)));
    expect(left.map(({ text }) => text)).toEqual([]);
  });
});

describe('what hides nothing', () => {
  it.each([
    ['sums', `${'9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'}  dist/index.js`],
    ['many sums', Array.from({ length: 40 }, (_, i) => `${(i + 11) ** 9}${'c0ffee42'.repeat(7)}`).join('\n')],
    ['text in hexadecimal digits', Buffer.from('just a note, nothing that anybody would hide').toString('hex')],
    ['entities', '<p>Fish &amp; chips&nbsp;&mdash; &#163;5 &lt;b&gt;a&#39;b&lt;/b&gt; &quot;password&quot;</p>'],
    ['emoji', '👨‍👩‍👧 ⚠️ token 1️⃣ ❤️‍🔥'],
    ['alphabets with joiners', 'می‌خواهم  क्‍ष password'],
    ['full width', '注意：请使用（token）！ＡＢＣ　１２３'],
    ['a byte order mark', '\ufeffimport { key } from "./key.js";'],
  ])('stays: %s', (_, text) => {
    expect(through([text])).toEqual([text]);
  });
});
