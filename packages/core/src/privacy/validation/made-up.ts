/**
 * Stand-ins that people write where a secret would be: `sk-xxxxxxxx`, `<YOUR_API_KEY>`, `${TOKEN}`, `process.env.KEY`.
 * They stay readable. Whatever could be a key is taken for one: a value of the right shape is passed over only when
 * it is mostly filler, or says in words that it is none.
 */
import type { Check } from '../rule.ts';

const SAYS_SO =
  /your[-_ ]?|example|placeholder|change[-_]?(?:me|it)|replace[-_]?(?:me|with)|insert[-_]|redacted|x{5,}|\*{3,}|\.{3}|…/i;
const TEMPLATE =
  /^(?:<|\$|\{\{|%[\w{]|#\{|@\w{1,40}@|\[)|\$\{|\{\{|<%|\$\(|^(?:process|os|env|import|config|settings|self|this|args|params|ctx|secrets|vars|var|local|data|System|ENV)\b[.[:]/;

/** For keys with a prefix of their own: neither filler nor a sentence about a key. */
export const isNotMadeUp: Check = (value) => !isRepetitive(value) && !SAYS_SO.test(value);

/** As above, for vendors that use the word `example` in keys that tests are full of. */
export const isNotRepetitive: Check = (value) => !isRepetitive(value);

/** No reference to a secret kept elsewhere, in any templating or shell language. */
export const isNoTemplate: Check = (value) => !TEMPLATE.test(value);

const FILLERS = 'xX0*.#_-';

/** At least half of it is one of the characters that stand for others, over and over: `xxxxxxxx`, `000000`. */
function isRepetitive(value: string): boolean {
  let repeats = 0;
  for (let i = 1; i < value.length; i++) if (value[i] === value[i - 1] && FILLERS.includes(value[i]!)) repeats++;
  return repeats * 2 >= value.length - 1;
}
