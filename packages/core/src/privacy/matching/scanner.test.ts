import { describe, expect, it } from 'vitest';
import { LATIN_ESCAPES, OTHER_ESCAPES } from '../encodings/escapes.ts';
import { patternFaults } from '../patterns/pattern-faults.ts';
import type { Rule } from '../rule.ts';
import { PlainScan } from './plain-scan.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';
import { Scanner } from './scanner.ts';

/** A rule with everything that a test does not care about. */
const rule = (id: string, more: Partial<Rule> & Pick<Rule, 'anchor' | 'keywords' | 'pattern'>): Rule => ({
  id,
  group: 'api-keys',
  type: 'secret',
  label: id,
  confidence: 'high',
  placeholder: `[REDACTED:${id}]`,
  examples: [],
  ...more,
});

const RULES = [
  rule('forge', { anchor: { at: 'start' }, keywords: ['fgt_'], pattern: 'fgt_[A-Za-z0-9]{20}' }),
  rule('long', { anchor: { at: 'start' }, keywords: ['lng-'], pattern: 'lng-[A-Za-z0-9]{20,80}' }),
  rule('hook', {
    anchor: { at: 'start' },
    keywords: ['hooks.example/'],
    pattern: 'hooks\\.example/services/[A-Z0-9]{8}/(?<secret>[A-Za-z0-9]{12})',
  }),
  rule('metric', { anchor: { at: 'assignment' }, keywords: ['metrico'], pattern: '[0-9a-f]{32}' }),
  rule('address', {
    anchor: { at: 'inside', back: 'A-Za-z0-9._%+-', reach: 64 },
    keywords: ['@'],
    pattern: '[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[a-z0-9-]{1,40}\\.){1,4}[a-z]{2,12}',
    type: 'pii',
  }),
  rule('phone', {
    anchor: { at: 'digits', min: 10 },
    keywords: [],
    pattern: '(?:\\+1 )?\\(?[2-9]\\d{2}\\)?[ -]\\d{3}-\\d{4}',
    type: 'pii',
  }),
  rule('key', {
    anchor: { at: 'block', end: '-{5}END [A-Z ]{0,20}PRIVATE KEY-{5}', reach: 65_536 },
    keywords: ['-----begin'],
    pattern: '-{5}BEGIN [A-Z ]{0,20}PRIVATE KEY-{5}',
  }),
  rule('odd', { anchor: { at: 'whole' }, keywords: ['oddity'], pattern: 'q[0-9]{6}q' }),
];
const plain = new PlainScan(RULES);
const scanner = new Scanner([plain], [plain]);
const order = (one: Rule) => RULES.indexOf(one);

function redacted(text: string): string {
  let out = '';
  let at = 0;
  for (const { start, end, rule } of resolveOverlaps(scanner.scan(text), order)) {
    out += text.slice(at, start) + rule.placeholder;
    at = end;
  }
  return out + text.slice(at);
}

const FORGE = 'fgt_abcdefghij0123456789';
const HEX = '0123456789abcdef0123456789abcdef';
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDfakefakefake';

describe('finding by keyword', () => {
  it.each([
    ['alone', FORGE, '[REDACTED:forge]'],
    ['in quotes', `x = "${FORGE}";`, 'x = "[REDACTED:forge]";'],
    ['behind an escaped line break', `a\\n${FORGE}\\nb`, 'a\\n[REDACTED:forge]\\nb'],
    ['behind a colour code', `\u001b[31m${FORGE}\u001b[0m`, '\u001b[31m[REDACTED:forge]\u001b[0m'],
    ['behind a URL escape', `?a%3D${FORGE}`, '?a%3D[REDACTED:forge]'],
    ['twice', `${FORGE} ${FORGE}`, '[REDACTED:forge] [REDACTED:forge]'],
    ['not within a word', `x${FORGE}`, `x${FORGE}`],
    ['not when it is longer', `${FORGE}0`, `${FORGE}0`],
    [
      'only the group',
      'hooks.example/services/ABCDEFGH/abcdef012345',
      'hooks.example/services/ABCDEFGH/[REDACTED:hook]',
    ],
    ['among letters of other alphabets', `ключ${FORGE}é`, 'ключ[REDACTED:forge]é'],
    ['address', 'mail <jane.doe@mail.example.org>, please', 'mail <[REDACTED:address]>, please'],
    ['number with a sign', 'call +1 (555) 123-4567 now', 'call [REDACTED:phone] now'],
    ['number behind another', '12 555-123-4567', '12 [REDACTED:phone]'],
    ['whole text', 'an oddity: q123456q', 'an oddity: [REDACTED:odd]'],
  ])('%s', (_, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });
});

describe('finding by name', () => {
  it.each([
    `METRICO_API_KEY=${HEX}`,
    `export METRICO_KEY="${HEX}"`,
    `{"metrico": {"x": 1}, "metricoKey": "${HEX}"}`,
    `{\\"metricoKey\\": \\"${HEX}\\"}`,
    `metrico-key:   ${HEX}`,
    `X-Metrico-Key: ${HEX}`,
    `https://x.example/?a=1&metrico_key=${HEX}&b=2`,
    `tool --metrico-key ${HEX} --x`,
    `tool --metrico-key=${HEX}`,
    `<metricoKey>${HEX}</metricoKey>`,
    `setenv("METRICO_KEY", '${HEX}')`,
    `os.environ['METRICO_KEY'] = '${HEX}'`,
    `const metricoKey: string = "${HEX}"`,
    `process.env.METRICO_KEY || '${HEX}'`,
    `metrico_key: |\n  ${HEX}`,
    `ENV METRICO_KEY ${HEX}`,
    `metricoKey := \`${HEX}\``,
    `"metricoKey" => "${HEX}"`,
  ])('%s', (text) => {
    expect(redacted(text)).toBe(text.replace(HEX, '[REDACTED:metric]'));
  });

  it('needs the name', () => {
    expect(redacted(`sha = ${HEX}`)).toBe(`sha = ${HEX}`);
  });
});

describe('a secret broken over lines', () => {
  it.each([
    ['by a terminal', 'a fgt_abcdefghij\n0123456789 b', 'a [REDACTED:forge] b'],
    ['in the keyword', 'a fg\nt_abcdefghij0123456789 b', 'a [REDACTED:forge] b'],
    ['by a backslash', 'a fgt_abcdefghij\\\n    0123456789 b', 'a [REDACTED:forge] b'],
    ['by a backslash, when the first half would do', `lng-${'a1'.repeat(12)}\\\n${'b2'.repeat(9)}`, '[REDACTED:long]'],
    ['in a literal', 'a fgt_abcdefghij\\n0123456789 b', 'a [REDACTED:forge] b'],
    ['three times', 'a fgt_abcd\nefghij0123\n456789', 'a [REDACTED:forge]'],
    ['in a quoted value', `metrico = "${HEX.slice(0, 9)}\n${HEX.slice(9)}"`, 'metrico = "[REDACTED:metric]"'],
    [
      'where the first half would do and the line is short',
      `k: lng-${'a1'.repeat(12)}\nB2b3C4d5E6f7G8h9\nend`,
      'k: [REDACTED:long]\nend',
    ],
    ['where the first half would do, in a literal', `"lng-${'a1'.repeat(12)}\\nB2b3C4d5E6f7G8h9"`, '"[REDACTED:long]"'],
    [
      'not where it cannot be longer',
      `fgt_abcdefghij0123456789\nB2b3C4d5E6f7G8h9`,
      '[REDACTED:forge]\nB2b3C4d5E6f7G8h9',
    ],
    [
      'not where the next line is another',
      `lng-${'a1'.repeat(12)}\nlng-${'B2c'.repeat(12)}`,
      '[REDACTED:long]\n[REDACTED:long]',
    ],
    [
      'not where more follows on the line',
      `lng-${'a1'.repeat(12)}\nB2b3C4d5E6f7G8h9 is next`,
      '[REDACTED:long]\nB2b3C4d5E6f7G8h9 is next',
    ],
    [
      'not where the next line is a sum or a word',
      `lng-${'a1'.repeat(12)}\n0a1b2c3d4e5f60718293a4b5c6d7e8f9\n`,
      '[REDACTED:long]\n0a1b2c3d4e5f60718293a4b5c6d7e8f9\n',
    ],
    ['not where the next line is something else', `lng-${'a1'.repeat(12)}\nnext`, '[REDACTED:long]\nnext'],
  ])('%s', (_, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });
});

describe('a secret in an encoding', () => {
  it.each([
    [
      'slashes escaped',
      'hooks.example\\/services\\/ABCDEFGH\\/abcdef012345',
      'hooks.example\\/services\\/ABCDEFGH\\/[REDACTED:hook]',
    ],
    ['characters escaped', 'x \\u0066gt_abcdefghij012345678\\u0039 y', 'x [REDACTED:forge] y'],
    ['characters escaped twice', 'x \\\\u0066gt_abcdefghij0123456789 y', 'x [REDACTED:forge] y'],
    ['URL encoded', 'a=fgt%5Fabcdefghij0123456789&b', 'a=[REDACTED:forge]&b'],
    ['operator URL encoded', `metricokey%3D${HEX}%26`, 'metricokey%3D[REDACTED:metric]%26'],
  ])('%s', (_, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    ['zero-width characters', 'a fgt_\u200babc\u200c\u200ddef\u2060ghij0123\ufeff4567\xad89 b', 'a [REDACTED:forge] b'],
    ['zero-width characters, escaped', 'a fgt_\\u200babcdef\\u00adghij0123456789 b', 'a [REDACTED:forge] b'],
    ['zero-width characters in a URL', '?fgt_abc%E2%80%8Bdefghij0123456789&b', '?[REDACTED:forge]&b'],
    ['zero-width entities', 'a fgt_abc&#8203;def&#xAD;ghij&shy;0123456789 b', 'a [REDACTED:forge] b'],
    ['decimal entities', 'a &#102;gt&#95;abcdefghij012345678&#0057; b', 'a [REDACTED:forge] b'],
    ['hexadecimal entities', 'a &#x66;gt&#X5f;abcdefghij0123456789 b', 'a [REDACTED:forge] b'],
    ['named entities', 'a fgt&lowbar;abcdefghij0123456789 b', 'a [REDACTED:forge] b'],
    ['entities of entities', 'a &amp;amp;#102;gt_abcdefghij0123456789&amp;x', 'a [REDACTED:forge]&amp;x'],
    ['quotes as entities', `metrico = &quot;${HEX}&quot;`, 'metrico = &quot;[REDACTED:metric]&quot;'],
    ['full width', 'a ｆｇｔ＿ａｂｃｄｅｆｇｈｉｊ０１２３４５６７８９ b', 'a [REDACTED:forge] b'],
    ['some of full width', `metrico：${HEX} 了`, 'metrico：[REDACTED:metric] 了'],
    ['full width, escaped', 'a \\uff46gt\\uFF3fabcdefghij0123456789 b', 'a [REDACTED:forge] b'],
    ['URL encoded twice', 'a=fgt%255Fabcdefghij0123456789&b', 'a=[REDACTED:forge]&b'],
  ])('hidden by %s', (_, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    ['small letters', (text: string) => Buffer.from(text).toString('hex')],
    ['capitals', (text: string) => Buffer.from(text).toString('hex').toUpperCase()],
    ['UTF-16', (text: string) => Buffer.from(text, 'utf16le').toString('hex')],
    ['lines', (text: string) => Buffer.from(text).toString('hex').replace(/.{60}/g, '$&\n')],
    ['escaped lines', (text: string) => Buffer.from(text).toString('hex').replace(/.{60}/g, '$&\\n')],
  ])('in hexadecimal digits: %s', (_, encoded) => {
    const before = 'notes of an afternoon, T=';
    const text = encoded(`${before}${FORGE} and no more`);
    const start = encoded(`${before}#`).length - encoded('#').length;
    const end = encoded(`${before}${FORGE}`).length;
    const expected = `0x${text.slice(0, start)}[REDACTED:forge]${text.slice(end)}`;
    expect(redacted(`0x${text}`).replace(/\n/g, '')).toBe(expected.replace(/\n/g, ''));
    expect(redacted(`x = 0${Buffer.from(FORGE).toString('hex')};`)).toBe('x = 0[REDACTED:forge];');
  });

  it.each([0, 1, 2, 3, 40, 3000])('in base64, %i bytes into it', (before) => {
    const inner = `${'# notes\n'.repeat(before).slice(0, before)} ${FORGE} \n`;
    const run = Buffer.from(inner).toString('base64');
    expect(redacted(`data: ${run}.`)).toBe('data: [REDACTED:forge].');
  });

  it('in base64 broken into lines, and in UTF-16', () => {
    const run = Buffer.from(`${'KEY=x\n'.repeat(20)}T=${FORGE}\n`)
      .toString('base64')
      .replace(/.{76}/g, '$&\n');
    expect(redacted(`(${run})`)).toBe('([REDACTED:forge])');
    const wide = Buffer.from(`set T ${FORGE}`, 'utf16le').toString('base64');
    expect(redacted(`-enc ${wide}`)).toBe('-enc [REDACTED:forge]');
  });

  it('leaves declared pictures alone', () => {
    const uri = `data:image/png;base64,${Buffer.from(`text ${FORGE} text`).toString('base64')}`;
    expect(redacted(uri)).toBe(uri);
    const picture = Buffer.from(`text ${FORGE} text`).toString('base64');
    expect(scanner.scan(picture, { picture: true })).toEqual([]);
  });
});

describe('private keys', () => {
  const lines = ['-----BEGIN RSA PRIVATE KEY-----', BODY, BODY, 'c2hvcnQ=', '-----END RSA PRIVATE KEY-----'];
  it.each([
    ['in lines', lines.join('\n')],
    ['with Windows line ends', lines.join('\r\n')],
    ['in a literal', lines.join('\\n')],
    ['in a literal in a literal', lines.join('\\\\n')],
    ['on one line', lines.join(' ')],
    ['without any break', lines.join('')],
    ['indented', lines.join('\n      ')],
    ['in a diff', lines.join('\n+')],
    ['joined in a program', lines.join('\\n" +\n  "')],
    [
      'with headers',
      [lines[0], 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,00FF', '', ...lines.slice(1)].join('\n'),
    ],
  ])('%s go whole', (_, text) => {
    expect(redacted(`a ${text} b`)).toBe('a [REDACTED:key] b');
  });

  it('go as far as they are there when the end is cut off', () => {
    expect(redacted(`${lines.slice(0, 3).join('\n')}\n[output cut]`)).toBe('[REDACTED:key]\n[output cut]');
    expect(redacted(lines.slice(0, 4).join('\n'))).toBe('[REDACTED:key]');
  });

  it('are not seen in prose about them', () => {
    const prose = 'It starts with -----BEGIN PRIVATE KEY----- and then comes the body, in lines of 64 characters.';
    expect(redacted(prose)).toBe(prose);
  });
});

describe('overlaps', () => {
  it('goes whole, under the name of the longest', () => {
    const findings = [
      { start: 4, end: 10, value: 'b', rule: RULES[1]! },
      { start: 0, end: 5, value: 'a', rule: RULES[0]! },
      { start: 12, end: 13, value: 'c', rule: RULES[2]! },
    ];
    expect(resolveOverlaps(findings, order)).toEqual([
      { start: 0, end: 10, value: 'b', rule: RULES[1] },
      { start: 12, end: 13, value: 'c', rule: RULES[2] },
    ]);
  });

  it('goes by certainty and order when equally long', () => {
    const sure = RULES[3]!;
    const unsure = { ...RULES[0]!, confidence: 'medium' } as const;
    const at = { start: 0, end: 5, value: 'v' };
    expect(
      resolveOverlaps(
        [
          { ...at, rule: unsure },
          { ...at, rule: sure },
        ],
        order,
      ),
    ).toEqual([{ ...at, rule: sure }]);
    expect(
      resolveOverlaps(
        [
          { ...at, rule: RULES[2]! },
          { ...at, rule: sure },
        ],
        order,
      ),
    ).toEqual([{ ...at, rule: RULES[2] }]);
  });
});

describe('a key that is opened and followed by nothing', () => {
  it.each([' ', '\\'])('is given up on, however much of %j follows', (sign) => {
    expect(redacted(`-----BEGIN PRIVATE KEY-----${sign.repeat(12_000_000)}`)).toHaveLength(12_000_027);
  });
});

describe('the colours of a terminal', () => {
  const KEY = 'fgt_0123456789abcdefghij';
  it.each([
    ['colours of grep', '\x1b[01;31m\x1b[Kfgt_\x1b[m\x1b[K0123456789abcdefghij', '\x1b[01;31m\x1b[K[REDACTED:forge]'],
    [
      'colours, written as escapes',
      'a \\u001b[31mfgt_\\u001b[0m0123456789abcdefghij b',
      'a \\u001b[31m[REDACTED:forge] b',
    ],
    ['a colour behind it, which stays', `\x1b[32m${KEY}\x1b[0m done`, '\x1b[32m[REDACTED:forge]\x1b[0m done'],
    [
      'a colour behind an escape',
      '\x1b[32mfgt%5F0123456789abcdefghij\x1b[0m done',
      '\x1b[32m[REDACTED:forge]\x1b[0m done',
    ],
    [
      'colours between a name and its value',
      `metrico\x1b[0m=\x1b[33m${'0a'.repeat(16)}\x1b[0m`,
      'metrico\x1b[0m=\x1b[33m[REDACTED:metric]\x1b[0m',
    ],
  ])('hide no secret: %s', (_, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it('are looked for in linear time', () => {
    expect(patternFaults(`${LATIN_ESCAPES}|${OTHER_ESCAPES}`)).toEqual([]);
  });
});
