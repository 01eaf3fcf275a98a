/**
 * The ways to write a printable character so that it does not look like itself, and what hides between characters: escapes
 * of languages (`\/`, `\u002f`, `\u{2f}`, `\x2f`, `\057`), of URLs (`%2F`) and of HTML (`&#47;`, `&#x2f;`, `&quot;`), letters of full width
 * (`／`), colours of a terminal, and characters that nobody sees (a zero-width space, a soft hyphen, a nought, an accent over
 * a letter of ASCII, a letter that is printed over itself), as such or escaped.
 * What was escaped several times counts as escaped once: `\\u002f`, `%252F`, `&amp;#47;`.
 */

/** `grep` colours what it finds, and so the beginnings of keys. */
const COLOUR = '\\[[0-9;]{0,24}[mK]';
/** Accents, joiners, marks of direction, variants, fillers, byte order mark; and the soft hyphen, which is Latin. */
const UNSEEN_BEYOND_LATIN =
  '\\u0300-\\u036f\\u115f\\u1160\\u180b-\\u180f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20f0\\u3164\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff';
/** Tags, in two units. */
const TAGS = '(?:\\udb40[\\udc00-\\udfff]){1,64}';
const UNSEEN = `\\u00ad${UNSEEN_BEYOND_LATIN}`;
const UNSEEN_CODE = '(?:00[aA][dD]|200[b-fB-F]|2060|[fF][eE][fF]{2})';
const UNSEEN_IN_URL =
  '(?:[cC]2%(?:25){0,4}[aA][dD]|[eE]2%(?:25){0,4}8(?:0%(?:25){0,4}8[b-fB-F]|1%(?:25){0,4}[aA]0)|[eE][fF]%(?:25){0,4}[bB][bB]%(?:25){0,4}[bB][fF])';
const CODE = '[2-7][0-9a-fA-F]';
const OCTAL = '0?(?:0[4-7][0-7]|1[0-7][0-7])';

/** Names of HTML for characters that stand in secrets or around them; those without a character are not seen. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['equals', '='],
  ['colon', ':'],
  ['lowbar', '_'],
  ['hyphen', '-'],
  ['dash', '-'],
  ['period', '.'],
  ['sol', '/'],
  ['plus', '+'],
  ['commat', '@'],
  ['shy', ''],
  ['ZeroWidthSpace', ''],
  ['NoBreak', ''],
  ['zwnj', ''],
  ['zwj', ''],
]);
/** Pages are full of these; only within a word, or between a name and its value, does it matter what they are. */
const COMMON: ReadonlyMap<string, string> = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', nbsp: ' ' }));
const namesOf = (names: ReadonlyMap<string, string>): string => [...names.keys()].join('|');
const ENTITY = [
  '#0{0,8}(3[2-9]|[4-9]\\d|1[01]\\d|12[0-6])(?!\\d)',
  `#[xX]0{0,8}(${CODE})(?![0-9a-fA-F])`,
  '#0{0,8}(?:173|820[3-7]|8288|65279)(?!\\d)',
  '#[xX]0{0,8}(?:[aA][dD]|200[b-fB-F]|2060|[fF][eE][fF]{2})(?![0-9a-fA-F])',
  `(${namesOf(NAMED)})(?=;)`,
  `(?<=[!-~]&(?:amp;){0,4})(${namesOf(COMMON)})(?=;[!-~])`,
].join('|');

/** One of these begins every escape that a text of Latin letters can hold. */
export const LATIN_SIGNS = ['\\', '%', '\x1b', '&', '\xad', '\b', '\0'] as const;

/** Every quantifier is bounded, and a run of backslashes is looked at once, not again from each of them. */
export const LATIN_ESCAPES = [
  `(?<!\\\\)\\\\{1,64}(?=[/0-3UXeoux])(?:/|[uU](?:0{2}|0{6}|\\{0{0,6})(${CODE})\\}?|x\\{?(${CODE})\\}?|(?:u001[bB]|x1[bB]|033|e)${COLOUR}|u${UNSEEN_CODE}|u[fF]{2}([0-5][0-9a-fA-F])|(?:x00|u0000)(?=[!-~])|o?\\{?(${OCTAL})(?![0-9])\\}?)`,
  `%(?:25){0,4}(?:(${CODE})|${UNSEEN_IN_URL})`,
  `\x1b${COLOUR}`,
  `&(?:amp;){0,4}(?:${ENTITY});?`,
  '\xad{1,256}',
  '\b[!-~]|\0',
].join('|');

const WIDE = '\\uff01-\\uff5e';
/** One of these begins every other escape; few ranges are searched faster than all that are meant. */
export const OTHER_SIGNS =
  '[\\u0300-\\u036f\\u115f\\u1160\\u180b-\\u180f\\u1ab0-\\u1dff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20f0\\u3164\\udb40\\ufe00-\\uff5e]';
export const OTHER_ESCAPES = `[${UNSEEN}]{1,256}|${TAGS}|([${WIDE}])`;

/**
 * Whether what was found hides anything where it stands. What is not seen hides among ASCII: emoji and some alphabets are
 * full of it. Letters and digits of full width always do, and signs where they touch such or ASCII: between words of
 * Chinese they are what a comma is elsewhere.
 */
export function hides(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  if (first < 256 || isWideLetter(first)) return true;
  if (!isNear(text.charCodeAt(start - 1))) return false;
  return first === WIDE_COLON || first === WIDE_EQUALS || isNear(text.charCodeAt(end));
}

const [FIRST_WIDE, LAST_WIDE, WIDE_COLON, WIDE_EQUALS] = [0xff01, 0xff5e, 0xff1a, 0xff1d];

/** From a letter of full width to the plain one. */
const FROM_WIDE = 0xfee0;

/** What an escape stands for; nothing where it only hides between others. */
export function characterOf(found: RegExpExecArray): string {
  const [written, unicode, hex, wideCode, octal, percent, decimal, hexEntity, named, common, wide] = found;
  const code = unicode ?? hex ?? percent ?? hexEntity;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (wide !== undefined) return String.fromCharCode(wide.charCodeAt(0) - FROM_WIDE);
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (wideCode !== undefined) return String.fromCharCode(Number.parseInt(wideCode, 16) + 0x20);
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (named !== undefined) return NAMED.get(named) ?? '';
  if (common !== undefined) return COMMON.get(common) ?? '';
  return written.endsWith('/') ? '/' : '';
}

const isWide = (unit: number): boolean => unit >= FIRST_WIDE && unit <= LAST_WIDE;
const isWideLetter = (unit: number): boolean => isWide(unit) && /\w/.test(String.fromCharCode(unit - FROM_WIDE));
/** ASCII, blanks and colours among it, or of full width; not the end of the text. */
const isNear = (unit: number): boolean => unit < 127 || isWide(unit);
