/**
 * Judges values that only their name makes secrets (`password`, `token`, `api_key`), where code, documentation and
 * configuration are full of names, paths, types and calls. The name decides how much a value must look like noise.
 */
import type { Check } from '../rule.ts';
import { entropyOf } from './entropy.ts';
import { isNoTemplate, isNotMadeUp } from './made-up.ts';

const LOOK_BACK = 160;
const KEYWORD =
  /passw(?:or)?d|passphrase|passwort|pwd|_pass(?!w)|secret|credentials?|token|(?:api|access|auth|secret|private|encryption|encrypt|signing|sign|master|account|shared|admin|service|license|subscription|app|client|jwt|hmac|deploy|webhook)[-_. ]?key/gi;
/** What may follow the word in a name and still leave it the name of the secret itself. */
const OWN_SUFFIX =
  /^(?:\d{0,2}|[-_.]?(?:value|text|plain|plaintext|string|str|prod|production|dev|test|staging|live|default|db|admin|root|user|new|old|current|confirm|confirmation|base64|b64|env|secret|key|token|hex|raw|main|primary|secondary|\d))$/i;
/** Tokens that are no secrets: places in a list, counts of a model. */
const OTHER_PREFIX =
  /(?:next|page|paging|pagination|continuation|continue|cursor|sync|resume|max|min|num|total|input|output|cache|cached|completion|prompt|special|pad|bos|eos|unk|stop|start|end|first|last|cancel|cancellation|public|publishable|primary|foreign|cache|sort|partition|idempotency|routing|row|column|id)[-_.]?$/i;

/** A password: short and easy ones too, as long as they are no word, no code and no path. */
export const isPasswordValue: Check = (value, text, start) => {
  if (!couldBeSecret(value, text, start)) return false;
  if (isEnvironmentName(text, start)) return true;
  if (isPlain(value)) return false;
  const hasSymbol = isQuoted(text, start) ? /[^A-Za-z0-9_.-]/.test(value) : /[!@#%^&*+=?~]/.test(value);
  return (/\d/.test(value) || hasSymbol) && (/[A-Za-z]/.test(value) || value.length >= 8);
};

/** A password that someone tells in a sentence. `base64`, `sha256` and the like are said of passwords, too. */
export const isToldPassword: Check = (value, text, start) =>
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  isNotMadeUp(value, text, start) &&
  isNoTemplate(value, text, start) &&
  !isPhrase(value) &&
  !/^(?:sha|md|base|aes|utf|rsa|ed|oauth|argon|bcrypt|pbkdf|v|http|ipv)\d/i.test(value);

/** A token or key: long enough, and mixed as only chance mixes. */
export const isSecretValue: Check = (value, text, start) => {
  const isMixed = looksRandom(value) && !isPlain(value) && !isPhrase(value) && !isIdentifier(value);
  if (!isMixed && !(value.length >= 12 && isEnvironmentName(text, start))) return false;
  return couldBeSecret(value, text, start);
};

/** The name is the secret's own, and the value neither stands for another nor is worked out. What costs most comes last. */
function couldBeSecret(value: string, text: string, start: number): boolean {
  if (NO_SECRET.test(value) || !isNoTemplate(value, text, start) || !isNotMadeUp(value, text, start)) return false;
  return !isPlace(value) && !isCode(value, text, start) && isOwnName(text, start);
}

/** Words and numbers that are never the secret, whatever the name says. */
const NO_SECRET =
  /^(?:true|false|null|nil|none|undefined|string|required|optional|password|secret|token|[\d.,:/-]{1,7}|v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?|\d{4}-\d\d-\d\d.*|(?:sha\d{1,3}|md5)[:-].*|0x[\da-f]{1,18})$/i;

/** Letters of either case and digits alternate far more often than in words, names and versions. */
export function looksRandom(value: string): boolean {
  if (value.length < 10) return false;
  const core = value.replace(/=+$/, '');
  const bits = entropyOf(core);
  if (/^[0-9a-f]{32,}$/i.test(core)) return bits >= 3;
  if (!/\d/.test(core)) return core.length >= 20 && bits >= 3.1 && changes(core) >= core.length * 0.3;
  if (bits < (core.length < 16 ? 2.8 : 3.1)) return false;
  return changes(core) >= core.length * 0.2 || isLettersAndDigits(core);
}

/** `abcdef1234567890`: no word with a number, both are too long for that. */
function isLettersAndDigits(value: string): boolean {
  return value.length >= 14 && /^[A-Za-z0-9]+$/.test(value) && /\d{5}/.test(value) && /[A-Za-z]{5}/.test(value);
}

/** How often the kind of character changes; from a capital to small letters is how words begin, and does not count. */
function changes(value: string): number {
  let count = 0;
  let before = 0;
  for (let i = 0; i < value.length; i++) {
    const kind = kindOf(value.charCodeAt(i));
    if (kind === 0) continue;
    if (before !== 0 && kind !== before && !(before === 2 && kind === 1)) count++;
    before = kind;
  }
  return count;
}

function kindOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return 1;
  if (unit >= 65 && unit <= 90) return 2;
  return unit >= 48 && unit <= 57 ? 3 : 0;
}

/** Whether the name before a value names the secret, and not its length, its file or the place in a list. */
function isOwnName(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const found = [...before.matchAll(KEYWORD)].at(-1);
  if (!found) return true;
  const end = found.index + found[0].length;
  const rest = /^[\w.-]{0,60}/.exec(before.slice(end))![0];
  const prefix = /[\w.-]{0,40}$/.exec(before.slice(0, found.index))![0];
  const isToken = /token$|key$/i.test(found[0]);
  return OWN_SUFFIX.test(rest) && !(isToken && OTHER_PREFIX.test(prefix));
}

function isQuoted(text: string, start: number): boolean {
  return /["'`]/.test(text.charAt(start - 1));
}

/** `NAME=value`, in capitals, as shells and `.env` files write it: the value is what the name says, word or not. */
function isEnvironmentName(text: string, start: number): boolean {
  return (
    ENVIRONMENT.test(text.slice(Math.max(0, start - 80), start)) && !/^[A-Z_]+$/.test(text.slice(start, start + 8))
  );
}

const ENVIRONMENT = /(?:^|[\s;"'`])(?:[A-Z][A-Z0-9]*_[A-Z0-9_]{2,60}(?:=|: )|[A-Z][A-Z0-9]{3,60}=)["']?$/;

/** A path, an address, a file name, a media type. */
function isPlace(value: string): boolean {
  return (
    /^(?:[~.]{0,2}\/|[A-Za-z]:[\\/]|\\\\)|:\/\//.test(value) ||
    /^[\w.@-]{1,80}(?:\/[\w.@-]{1,80}){1,20}\.[a-z]{1,5}$/i.test(value) ||
    /^[\w-]{1,60}\.(?:ts|js|json|py|md|ya?ml|toml|txt|pem|key|crt|env|go|rs|java|html?|css|sh|cfg|ini|conf)$/i.test(
      value,
    )
  );
}

/** A call, an index, a type, a comparison: something that a program works out. */
function isCode(value: string, text: string, start: number): boolean {
  if (isQuoted(text, start)) return false;
  if (/[(){}[\]|]|=>|&&|\+\+/.test(value) || /,\s{0,40}$/.test(text.slice(Math.max(0, start - 41), start))) return true;
  const next = text.charAt(start + value.length);
  if (next === '(' || next === '[' || next === '{') return true;
  return /^[*&!]?[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*){1,8}$/.test(value) && !looksRandom(value);
}

/** Words run together, as programs name things: `accessTokenV2`. More than one number is for long words only. */
function isIdentifier(value: string): boolean {
  const parts = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const words = parts.filter((part) => /[a-z]/.test(part));
  const numbers = parts.filter((part) => /\d/.test(part));
  const shortest = numbers.length > 1 ? 4 : 3;
  const isName = /^[A-Za-z][A-Za-z0-9]*$/.test(value) && /[a-z]/.test(parts[0] ?? '');
  return (
    isName &&
    words.every((word) => word.length >= shortest) &&
    parts.every((part) => /[a-z]/.test(part) || part.length < 4)
  );
}

/** One word. */
function isPlain(value: string): boolean {
  return /^[A-Za-z]+$/.test(value) && !looksRandom(value);
}

/** Words and small numbers with separators: names of things, models, branches, columns. */
function isPhrase(value: string): boolean {
  const parts = value.split(/[-_.:/]/);
  return parts.length > 1 && parts.every((part) => /^(?:[A-Za-z]+\d{0,2}|v?\d{1,8})$/.test(part) && changes(part) < 3);
}
