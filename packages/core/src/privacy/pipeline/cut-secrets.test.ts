/** A secret that was found whole somewhere, and of which only a part is left elsewhere: outputs are cut by agents. */
import { describe, expect, it } from 'vitest';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';

const team = testGate('team');
const KEY = ['ghp', 'DJOnsv5Mg6uSCvuPGG0VnAkz9J73kU0Nhxh3'].join('_');

function said(...texts: string[]) {
  const redacted = team.redactTranscript(
    transcriptOf([{ text: `export T=${KEY}` }, ...texts.map((text) => ({ text }))]),
  );
  expect(receiptFaults(redacted)).toEqual([]);
  return redacted.events.slice(1).map(({ text }) => text);
}

describe('a secret that was cut', () => {
  it('goes where its beginning or its end is left', () => {
    expect(
      said(
        `T=${KEY.slice(0, 30)}`,
        `T=${KEY.slice(0, 25)}… 512 tokens truncated …${KEY.slice(-20)} done`,
        `${KEY.slice(20)}\nnext`,
        `${KEY.slice(0, 38)}`,
      ),
    ).toEqual([
      'T=[REDACTED:github-token]',
      'T=[REDACTED:github-token]… 512 tokens truncated …[REDACTED:github-token] done',
      '[REDACTED:github-token]\nnext',
      '[REDACTED:github-token]',
    ]);
  });

  it('stays where so little is left that it may be of another', () => {
    const little = [`T=${KEY.slice(0, 12)}`, `… ${KEY.slice(-8)}`];
    expect(said(...little)).toEqual(little);
  });

  it('goes from a web token but for the header that all have', () => {
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const body = Buffer.from('{"sub":"1234567890","name":"Quentin"}').toString('base64url');
    const token = `${header}.${body}.dBjftJeZ4CVPmB92K27uhbUJU1p1rwW1gFWFOEjXk`;
    const redacted = team.redactTranscript(
      transcriptOf([
        { text: token },
        { text: `header ${header} of any` },
        { text: token.slice(0, header.length + 30) },
      ]),
    );
    expect(redacted.events.map(({ text }) => text)).toEqual([
      '[REDACTED:jwt]',
      `header ${header} of any`,
      '[REDACTED:jwt]',
    ]);
  });
});
