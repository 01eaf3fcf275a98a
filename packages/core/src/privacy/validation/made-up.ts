/**
 * Stand-ins that people write where a secret would be: `sk-xxxxxxxx`, `<YOUR_API_KEY>`, `${TOKEN}`, `process.env.KEY`.
 * They stay readable. Whatever could be a key is taken for one: a value of the right shape is passed over only when
 * it is mostly filler, or says in words that it is none.
 */
import type { Check } from '../rule.ts';
import { isWordy } from './word-like.ts';

const SAYS_SO =
  /(?:^|[^A-Za-z0-9]|put|use|enter|insert|add|with|is)your|your[-_ ]|example|placeholder|change[-_]?(?:me|it)|replace[-_]?(?:me|with)|insert[-_]|redacted|x{5,}|\*{3,}|\.{3}|…/i;
/** The whole value stands for another: a variable, a field of a format. */
const VARIABLE =
  /^%[sdvq@]$|^%\(\w{1,40}\)|^%(\w{1,60})%$|^@(\w{1,40})@$|^\$\{?(\w{1,80})\}?$|^\$(\w{2,40})[.[:]|^&(?:lt|#x3c|#60);/i;
/** Something is put in by a templating language or a shell, wherever it stands in the value. */
const PUT_IN = /(\$\{\{|\$\{|\{\{|<%[=-]?|\$\(|#\{)[ \t]{0,4}([\w.:/-]{0,80})([^\n]{0,200})/;
const CLOSED_BY: Readonly<Record<string, string>> = { $: '}', '{': '}', '<': '>', '#': '}' };
/** The value is named, or described, in brackets. */
const BRACKETED = /^(?:<([\w .:|/,-]{1,80})>|<([A-Za-z-]{1,40})|\[([\w .:|/,-]{1,80})\]|\{([\w .!:-]{1,80})\})$/;
const LOOKED_UP =
  /^(?:process|os|env|import|config|settings|self|this|args|params|ctx|secrets|vars|var|local|data|System|ENV)\b[.[:]/;

/** For keys with a prefix of their own: neither filler nor a sentence about a key. */
export const isNotMadeUp: Check = (value) => !isRepetitive(value) && !SAYS_SO.test(value);

/** As above, for vendors that use the word `example` in keys that tests are full of. */
export const isNotRepetitive: Check = (value) => !isRepetitive(value);

/** No reference to a secret kept elsewhere, in any templating or shell language. */
export const isNoTemplate: Check = (value) =>
  !LOOKED_UP.test(value) && !isNamed(VARIABLE.exec(value)) && !isNamed(BRACKETED.exec(value)) && !isPutIn(value);

/** A template is there, and what it names are words. */
const isNamed = (found: RegExpExecArray | null): boolean =>
  found !== null && isName(found.slice(1).find((name) => name !== undefined) ?? '');

const isName = (text: string): boolean =>
  /^[A-Z][A-Z0-9_]*$|^[a-z_]*$/.test(text) || isWordy(text.replace(/[^\w]+/g, '_'));

function isPutIn(value: string): boolean {
  const [, opening = '', name = '', rest = ''] = PUT_IN.exec(value) ?? [];
  if (name === '') return /\{\{[ \t]*$|\$\{\{?[ \t]*$|\$\(\(|<%[=-]?[ \t]*$/.test(value);
  if (!isName(name)) return false;
  const closing = opening === '$(' ? ')' : CLOSED_BY[opening[0]!]!;
  return (
    rest.slice(0, 81).includes(closing) ||
    (/[A-Za-z]{3}/.test(name) && !/\d/.test(name)) ||
    (rest === '' && name.length >= 2)
  );
}

const FILLERS = 'xX0*.#_-';

/** At least half of it is one of the characters that stand for others, over and over: `xxxxxxxx`, `000000`. */
function isRepetitive(value: string): boolean {
  let repeats = 0;
  for (let i = 1; i < value.length; i++) if (value[i] === value[i - 1] && FILLERS.includes(value[i]!)) repeats++;
  return repeats * 2 >= value.length - 1;
}
