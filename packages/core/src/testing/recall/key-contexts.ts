/**
 * Ways in which a key stands in a text and does not look like itself: encoded, with something between its characters, or cut
 * into pieces. Each gives the text, and what of it must be gone.
 */

export interface HiddenKey {
  readonly text: string;
  readonly written: readonly string[];
}

export type KeyContext = (key: string) => HiddenKey;

const bytes = (key: string): readonly number[] => [...Buffer.from(key)];
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const chunks = (list: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
const inString = (text: string): string => JSON.stringify({ content: text });

/** All of the key, written otherwise. */
const encoded =
  (encode: (key: string) => string, around: (code: string) => string): KeyContext =>
  (key) => {
    const code = encode(key);
    return { text: around(code), written: [code] };
  };
const eachByte =
  (write: (byte: number) => string, between = '') =>
  (key: string): string =>
    bytes(key).map(write).join(between);

/** Something between the characters, every few of them. */
const between =
  (sign: string, every = 8): KeyContext =>
  (key) => {
    const pieces = key.match(new RegExp(`.{1,${every}}`, 'g')) ?? [];
    return { text: `use ${pieces.join(sign)} for now`, written: pieces };
  };

/** Cut into so many pieces of one length. */
const cut =
  (count: number, around: (pieces: readonly string[]) => string): KeyContext =>
  (key) => {
    const length = Math.ceil(key.length / count);
    const pieces = Array.from({ length: count }, (_, i) => key.slice(i * length, (i + 1) * length));
    return { text: around(pieces), written: pieces };
  };
const lines = (prefix: (i: number) => string) =>
  cut(2, (pieces) => ['# notes', ...pieces, ''].map((line, i) => prefix(i) + line).join('\n'));
const listing = (i: number): string => `${String(i + 1).padStart(6)}\t`;

export const KEY_CONTEXTS: Readonly<Record<'plain' | 'encoded' | 'obfuscated' | 'split', Record<string, KeyContext>>> =
  {
    plain: {
      sentence: (key) => ({ text: `I used ${key}, and it worked.`, written: [key] }),
      header: (key) => ({ text: `curl -H "Authorization: Bearer ${key}" https://api.acme.dev`, written: [key] }),
      code: (key) => ({ text: `client = Client(key="${key}")`, written: [key] }),
      'JSON in JSON': (key) => ({ text: inString(JSON.stringify({ value: key })), written: [key] }),
      address: (key) => ({ text: `https://api.acme.dev/v1?x=${key}&page=2`, written: [key] }),
      diff: (key) => ({ text: `@@ -1 +1 @@\n-value\n+${key}`, written: [key] }),
    },
    encoded: {
      base64: encoded(
        (key) => Buffer.from(key).toString('base64'),
        (code) => `data: ${code}`,
      ),
      'base64 for addresses': encoded(
        (key) => Buffer.from(key).toString('base64url'),
        (code) => `state=${code}`,
      ),
      'base64 of UTF-16': encoded(
        (key) => Buffer.from(key, 'utf16le').toString('base64'),
        (code) => `powershell -EncodedCommand ${code}`,
      ),
      'hexadecimal digits': encoded(eachByte(hex), (code) => `SELECT 0x${code};`),
      'hexadecimal pairs': encoded(eachByte(hex, ' '), (code) => `bytes: ${code}`),
      'hexadecimal pairs with colons': encoded(eachByte(hex, ':'), (code) => `bytes: ${code}`),
      'escapes \\x': encoded(
        eachByte((byte) => `\\x${hex(byte)}`),
        (code) => `s = "${code}"`,
      ),
      'escapes \\u': encoded(
        eachByte((byte) => `\\u00${hex(byte)}`),
        (code) => `{"s": "${code}"}`,
      ),
      'escapes \\u{}': encoded(
        eachByte((byte) => `\\u{${hex(byte)}}`),
        (code) => `let s = "${code}"`,
      ),
      'octal escapes': encoded(
        eachByte((byte) => `\\${byte.toString(8).padStart(3, '0')}`),
        (code) => `printf '${code}'`,
      ),
      'octal escapes with a nought': encoded(
        eachByte((byte) => `\\0${byte.toString(8).padStart(3, '0')}`),
        (code) => `echo -e '${code}'`,
      ),
      'percent signs': encoded(
        eachByte((byte) => `%${hex(byte)}`),
        (code) => `https://acme.dev/?q=${code}`,
      ),
      'HTML entities': encoded(
        eachByte((byte) => `&#${byte};`),
        (code) => `<p>${code}</p>`,
      ),
      'a list of bytes': encoded(eachByte(String, ', '), (code) => `key = bytes([${code}])`),
      'a buffer as JSON': encoded(eachByte(String, ','), (code) => `{"type":"Buffer","data":[${code}]}`),
      'bytes as Go prints them': encoded(eachByte(String, ' '), (code) => `key: [${code}]`),
      'bytes of a program': (key) => {
        const rows = chunks(bytes(key) as number[], 12).map((row) => row.map((byte) => `0x${hex(byte)}`).join(', '));
        return { text: `unsigned char key[] = {\n${rows.map((row) => `  ${row},`).join('\n')}\n};`, written: rows };
      },
      'bytes in a listing': (key) => {
        const rows = chunks(bytes(key) as number[], 12).map((row) => row.join(', '));
        const text = ['const KEY: &[u8] = &[', ...rows.map((row) => `    ${row},`), '];'];
        return { text: text.map((line, i) => listing(i) + line).join('\n'), written: rows };
      },
    },
    obfuscated: {
      'a zero-width space': between('\u200b'),
      'a soft hyphen': between('\xad'),
      'an accent': between('\u0301'),
      'an accent on every letter': between('\u0336', 1),
      'a joiner of accents': between('\u034f'),
      'a filler': between('\u3164'),
      'tags that nobody sees': between('\u{e0061}'),
      'a variant': between('\ufe0f'),
      'noughts between letters': between('\0', 1),
      colours: between('\x1b[1;32m'),
      'letters of full width': encoded(
        (key) => [...key].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join(''),
        (code) => `value ${code}`,
      ),
      'printed twice': (key) => {
        const code = [...key].map((letter) => `${letter}\b${letter}`).join('');
        return { text: `value ${code}`, written: [code] };
      },
    },
    split: {
      'put together by +': cut(2, (pieces) => `const key = "${pieces.join('" + "')}";`),
      'put together by + over lines': cut(3, (pieces) => `const key =\n  '${pieces.join("' +\n  '")}';`),
      'put together by + in a string': cut(3, (pieces) => inString(`const key =\n  "${pieces.join('" +\n  "')}";\n`)),
      'put together by + in a listing': cut(3, (pieces) =>
        ['const key =', ...pieces.map((piece, i) => `  '${piece}'${i < 2 ? ' +' : ';'}`)]
          .map((line, i) => listing(i) + line)
          .join('\n'),
      ),
      'put together by + in a diff': cut(
        2,
        (pieces) => `@@ -1 +1,2 @@\n+const key = '${pieces.join("' +\n+  '")}';\n x`,
      ),
      'side by side': cut(3, (pieces) => `key = ("${pieces.join('"\n       "')}")`),
      'put together by a dot': cut(2, (pieces) => `$key = '${pieces.join("' . '")}';`),
      'put together by two dots': cut(2, (pieces) => `key = "${pieces.join('" .. "')}"`),
      'put together by &': cut(2, (pieces) => `key = "${pieces.join('" & _\n    "')}"`),
      'put together by ||': cut(2, (pieces) => `SELECT '${pieces.join("' || '")}'`),
      'put together by a function': cut(2, (pieces) => `"".join(["${pieces.join('", "')}"])`),
      'over lines': cut(2, (pieces) => `the key is\n${pieces.join('\n')}\nuse it`),
      'over lines in a string': cut(2, (pieces) => inString(`the key is\n${pieces.join('\n')}\nuse it`)),
      'over lines in a shell': cut(2, (pieces) => `KEY="${pieces.join('\\\n')}"`),
      'cat -n': lines(listing),
      'numbers with arrows': lines((i) => `${String(i + 1).padStart(6)}→`),
      'cat -n in a string': cut(2, (pieces) =>
        inString(['# notes', ...pieces].map((line, i) => listing(i) + line).join('\n')),
      ),
      'grep -n': lines((i) => `notes.txt:${i + 7}:`),
      'a diff': cut(2, (pieces) => `@@ -1,2 +1,4 @@\n context\n+${pieces.join('\n+')}\n context`),
      'a diff in a string': cut(2, (pieces) => inString(`@@ -1,2 +1,4 @@\n context\n+${pieces.join('\n+')}\n context`)),
      quotation: lines(() => '> '),
      comment: lines(() => '# '),
      'a frame': cut(2, (pieces) => pieces.map((piece) => `│ ${piece.padEnd(100)} │`).join('\n')),
    },
  };

const LONGEST_LEFT = 8;

/** Whether so much of a piece is left that it could not stand there by chance. */
export function isKeyLeft(written: readonly string[], after: string): boolean {
  return written.some((piece) => {
    for (let at = 0; at + LONGEST_LEFT <= piece.length; at++) {
      if (after.includes(piece.slice(at, at + LONGEST_LEFT))) return true;
    }
    return piece.length > 1 && piece.length < LONGEST_LEFT && !/^[a-z]+$/i.test(piece) && after.includes(piece);
  });
}
