/**
 * Judges values that only their name makes secrets (`password`, `token`, `api_key`), where code, documentation and
 * configuration are full of names, paths, types and calls. The name, and how the value is written, decide how much it must
 * look like noise.
 */
import type { NamedPlace } from '../named/named-value.ts';
import type { Check } from '../rule.ts';
import { isExpression } from './code-like.ts';
import { entropyOf } from './entropy.ts';
import { isNoTemplate, isNotMadeUp } from './made-up.ts';
import { areCapitalWords, isPassphrase } from './passphrase.ts';
import { isSecretName, isServiceKeyName } from './secret-name.ts';
import { isLetterSalad, isNoise, isWordy } from './word-like.ts';

/** A password: short and easy ones too, as long as they are no word, no code and no path. */
export const isPasswordValue: Check = (value, text, start, place = placeAt(text, start)) => {
  const { kind } = place;
  if (!couldBeSecret(value, text, start, place)) return false;
  if (kind === 'near') return isChance(value);
  if (kind === 'field') return value.length >= 4 && !/\s\S*\s/.test(value);
  if (kind === 'environment') return !/\s/.test(value) || isPassphrase(value, 3);
  if (isPassphrase(value, 4)) return !/\s/.test(value) || !/^pass$/i.test(place.name);
  if (/\s/.test(value)) return false;
  const letters = value.replace(/[:.!?]{1,3}$/, '');
  if (/^[A-Za-z]+$/.test(letters)) return isLetterSalad(letters) || areWordsTogether(letters, kind);
  if (kind === 'told') return isToldValue(value);
  const hasSymbol = kind === 'bare' ? /[!@#%^&*+=?~$<>(){}[\]|;]/.test(value) : /[^A-Za-z0-9_.-]/.test(value);
  return (/\d/.test(value) || hasSymbol) && (/[A-Za-z]/.test(value) || value.length >= 8);
};

/** `correcthorsebatterystaple`: no word is so long, and names of programs show where their words begin. */
const areWordsTogether = (letters: string, kind: NamedPlace['kind']): boolean =>
  areCapitalWords(letters) ||
  (/^[a-z]{16,64}$/.test(letters) && (kind === 'quoted' || kind === 'cell' || letters.length >= 20));

/** A password that someone tells in a sentence. */
export const isToldPassword: Check = (value, text, start) =>
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  isNotMadeUp(value, text, start) &&
  isNoTemplate(value, text, start) &&
  isToldValue(value);

/** A token or key: long enough, and mixed as only chance mixes. */
export const isSecretValue: Check = (value, text, start, place = placeAt(text, start)) => {
  if (value.length < 8 || (/\s/.test(value) && !isPassphrase(value, 5))) return isSalt(value);
  if (place.kind === 'near') return isChance(value) && couldBeSecret(value, text, start, place);
  const head = value.slice(0, ENOUGH);
  const isMixed = (looksRandom(head) || isNoise(head)) && !isPlain(head) && !isPhrase(head) && !isIdentifier(head);
  if (!isMixed && !isUnusual(value, place)) return false;
  return couldBeSecret(value, text, start, place);
};

/** Salts are drawn from all signs that there are, blanks too. */
const isSalt = (value: string): boolean =>
  value.length >= 32 &&
  new Set(value.match(/[^\w\s]/g)).size >= 8 &&
  (value.match(/\s/g) ?? []).length <= value.length / 12 &&
  /\d/.test(value) &&
  !value.includes('\n');

/** What is longer shows what it is by so much of it. */
const ENOUGH = 256;

/** Nobody would write it but a generator. */
export function isChance(value: string): boolean {
  if (isPassphrase(value, 4) || isTextInHex(value) || isChosen(value)) return true;
  const core = value.replace(/=+$/, '');
  if (core.length < 10 || /\s/.test(core)) return false;
  if (/^[A-Za-z]+$/.test(core)) return core.length >= 12 && isLetterSalad(core);
  if (hasManySigns(core)) return true;
  return (looksRandom(core) || isNoise(core)) && !isPhrase(core) && !isIdentifier(core) && !isWordy(core);
}

/** Digits that nobody writes but to hide letters. */
const isTextInHex = (value: string): boolean =>
  value.length >= 20 && value.length % 2 === 0 && /^(?:[2-7][0-9a-f])+$/i.test(value) && !/^\d+$/.test(value);

/** The key of a service, by a name that ends like that of any key: nothing but noise counts. */
export const isServiceKey: Check = (value, text, start, place = placeAt(text, start)) => {
  const core = value.replace(/=+$/, '');
  if (core.length < 16 || /[\s,()]/.test(core) || !looksRandom(core) || TAGGED_ID.test(core)) return false;
  if (isPhrase(core) || isIdentifier(core) || isWordy(core) || !/\d/.test(core) || !/[A-Za-z]/.test(core)) return false;
  return isServiceKeyName(place.name) && couldBeSecret(value, text, start, place);
};

/** `T-c0e7473a-…`: what is so numbered is looked up by it. */
const TAGGED_ID = /^[A-Za-z]{1,4}[-_][0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The same in the query of an address, where the name may be `key` alone. */
export const isKeyInAddress: Check = (value, text, start) => {
  const plain = value.replace(/%([2-7][0-9A-F])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  if (!isNotMadeUp(plain, text, start) || !isNoTemplate(plain, text, start) || isPlace(plain)) return false;
  if (isPassphrase(plain, 5) || isLetterSalad(plain) || hasManySigns(plain)) return true;
  return looksRandom(plain) && !isPhrase(plain) && !isWordy(plain);
};

/** What no name of a thing looks like, where little else stands behind such a name. */
function isUnusual(value: string, { kind }: NamedPlace): boolean {
  if (value.length >= 10 && hasManySigns(value)) return true;
  if (kind === 'environment' && value.length >= 12) return true;
  if (kind === 'field') return isLetterSalad(value) || isPassphrase(value, 4) || (/\d/.test(value) && !isWordy(value));
  if (value.length >= 16 && isLetterSalad(value)) return true;
  if (isChosen(value)) return true;
  return isPassphrase(value, 4);
}

/** `bevisifozu89`, `Winter2024!`: one word and a number, as people choose them. */
const isWordWithNumber = (value: string): boolean =>
  value.length >= 10 &&
  (/^[A-Za-z]{4,20}\d{2,4}[!@#$%*?&.]{0,2}(?:[A-Za-z]{3,12}[!@#$%*?&.]{0,2})?$/.test(value) ||
    /^[A-Za-z]{3,12}([_.-])[A-Za-z]{3,12}\1\d{4}$/.test(value));

/** What people choose and programs offer them, and nobody calls a thing. */
const isChosen = (value: string): boolean => areCapitalWords(value) || isWordWithNumber(value);

/** Signs of many kinds among letters or digits that make no words. */
function hasManySigns(value: string): boolean {
  const signs = new Set(value.match(/[!@#$%^&*()+=[\]{}|;'",<>?`~\\]/g));
  return signs.size >= 3 && /[A-Za-z0-9]/.test(value) && (signs.size >= 5 || !isWordy(value.replace(/[^\w]+/g, '_')));
}

/** `base64`, `sha256` and the like are said of passwords, too. */
function isToldValue(value: string): boolean {
  if (isPhrase(value) || /^(?:sha|md|base|aes|utf|rsa|ed|oauth|argon|bcrypt|pbkdf|v|http|ipv)\d/i.test(value))
    return false;
  return /[A-Za-z]/.test(value) && (/\d/.test(value) || /\w[^\w\s.,'’-]\w/.test(value));
}

/** The name is the secret's own, and the value neither stands for another nor is worked out. What costs most comes last. */
function couldBeSecret(value: string, text: string, start: number, place: NamedPlace): boolean {
  if (NO_SECRET.test(value) || !isNoTemplate(value, text, start) || !isNotMadeUp(value, text, start)) return false;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) && isWordy(value)) return false;
  if (/[\u3000-\u9fff\uac00-\ud7af]/.test(value) || isMarkup(value)) return false;
  return !isPlace(value) && !isPattern(value) && isSecretName(place.name) && !isCode(value, text, start, place);
}

/** Entities, and little else. */
const isMarkup = (value: string): boolean =>
  value.startsWith('&') && value.replace(/&(?:[a-z]{2,8}|#\d{2,5});/gi, '').length < value.length / 2;

/** Words and numbers that are never the secret, whatever the name says. */
const NO_SECRET =
  /^(?:true|false|null|nil|none|undefined|string|required|optional|password|secret|token|[\d.,:/-]{1,7}|v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?|\d{4}-\d\d-\d\d.*|(?:sha\d{1,3}|md5)[:-].*|0x[\da-f]{1,18}|\[?REDACTED.*|[{[]\\{0,8}["']\w.*)$/i;

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

/** What the text before a value says of it, where nobody has read its name. */
function placeAt(text: string, start: number): NamedPlace {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const name = /([\w.-]{1,60})[^\w.-]{0,12}$/.exec(before)?.[1] ?? '';
  if (ENVIRONMENT.test(before)) return { kind: 'environment', name };
  return { kind: /["'`]/.test(text.charAt(start - 1)) ? 'quoted' : 'bare', name };
}

const LOOK_BACK = 80;
const ENVIRONMENT = /(?:^|[\s;"'`])(?:[A-Z][A-Z0-9]*_[A-Z0-9_]{2,60}(?:=|: )|[A-Z][A-Z0-9]{3,60}=)["']?$/;

/** A path, an address, a file name, a media type. */
function isPlace(value: string): boolean {
  if (/:\/\//.test(value)) return true;
  if (/^(?:[~.]{0,2}[\\/]|[A-Za-z]:[\\/]|\\\\)/.test(value))
    return value.split(/[\\/]/).every((part) => isFileName(part));
  return (
    (/^[\w.@-]{1,80}(?:\/[\w.@-]{1,80}){1,20}\.[a-z]{1,5}$/i.test(value) && value.split('/').every(isFileName)) ||
    /^[\w-]{1,60}\.(?:ts|js|json|py|md|ya?ml|toml|txt|pem|key|crt|env|go|rs|java|html?|css|sh|cfg|ini|conf)$/i.test(
      value,
    )
  );
}

const isFileName = (part: string): boolean => /^[\w.@~*$:+-]*$/.test(part) && (part.length < 4 || isWordy(part));

/** The source of a regular expression. */
function isPattern(value: string): boolean {
  const signs =
    value.match(
      /\\[dwsbDWSB]|\[\^?[a-z0-9]-[a-z0-9]|\(\?[:=!<]|\{\d{1,3},\d{0,3}\}|\.[*+]|[\])][*+](?=[$|)]|$)|\\\.|\[\^|0-9A-Z/gi,
    ) ?? [];
  return signs.length >= 2 || (signs.length === 1 && /^\^|\$$/.test(value));
}

/** A call, an index, a type, a comparison: something that a program works out. */
function isCode(value: string, text: string, start: number, { kind }: NamedPlace): boolean {
  if (kind !== 'bare' && kind !== 'environment' && kind !== 'told') return false;
  // Words and a number with dashes: nobody subtracts without blanks behind such a name.
  if (/^[A-Za-z]+(?:-\w+){1,4}$/.test(value) && /\d\d/.test(value)) return false;
  if (isChosen(value) && !/[([.]/.test(text.charAt(start + value.length))) return false;
  // Arguments of a call are names, unless they are quoted.
  if (/^qr[^\w\s]|^\/\^.*\/[a-z]{0,6}$|^[a-z][a-z0-9_]{3,80}\([a-z_][\w.]{0,40}\)$/.test(value)) return true;
  if (/,\s{0,40}$/.test(text.slice(Math.max(0, start - 41), start))) return true;
  if (
    /^[*&!]?[A-Za-z_$][\w$]*[([{]/.test(value + text.charAt(start + value.length)) &&
    isExpression(text, start, start + value.length)
  )
    return true;
  if (kind === 'bare' && value.length > 64 && /[(){}]/.test(value)) return true;
  if (isPassphrase(value, 4) || (kind !== 'bare' && !/[.([{]/.test(value))) return false;
  return isExpression(text, start, start + value.length);
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
  return /^[A-Za-z]+$/.test(value) && !looksRandom(value) && !isLetterSalad(value);
}

/** Words and small numbers with separators: names of things, models, branches, columns. */
function isPhrase(value: string): boolean {
  const parts = value.split(/[-_.:/]/);
  return (
    parts.length > 1 &&
    parts.every((part) => /^(?:[A-Za-z]+\d{0,2}|v?\d{1,8})$/.test(part) && changes(part) < 3 && isWordy(part))
  );
}
