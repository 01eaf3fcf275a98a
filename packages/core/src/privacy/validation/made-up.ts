/**
 * Stand-ins that people write where a secret would be: `sk-xxxxxxxx`, `<YOUR_API_KEY>`, `${TOKEN}`, `process.env.KEY`.
 * They stay readable. Whatever could be a key is taken for one: a value of the right shape is passed over only when
 * it is mostly one character, or says in words that it is none.
 */
const WORDS =
  /your[-_ ]?|example|placeholder|change[-_]?(?:me|it)|replace[-_]?(?:me|with)|insert[-_]|redacted|x{5,}|\*{3,}|\.{3}|…/i;
const TEMPLATE = /^(?:<[^>]*>?|\$\{?\{?.*|\{\{?.*|%[\w{].*|#\{.*|@\w{1,40}@|\[.*)$/;

/** For keys with a prefix of their own: neither filler nor a sentence about a key. */
export function isNotMadeUp(value: string): boolean {
  return !isRepetitive(value) && !WORDS.test(value);
}

/** As above, for vendors that use the word `example` in keys that tests are full of. */
export function isNotRepetitive(value: string): boolean {
  return !isRepetitive(value);
}

/** A reference to a secret kept elsewhere, in any templating or shell language. */
export function isTemplate(value: string): boolean {
  return TEMPLATE.test(value);
}

/** At least half of the characters repeat the one before: `xxxxxxxx`, `000000`, `--------`. */
function isRepetitive(value: string): boolean {
  let repeats = 0;
  for (let i = 1; i < value.length; i++) if (value.charCodeAt(i) === value.charCodeAt(i - 1)) repeats++;
  return repeats * 2 >= value.length - 1;
}
