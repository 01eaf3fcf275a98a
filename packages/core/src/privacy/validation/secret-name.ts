/** Whether a name is that of a secret itself, and not of its length, its file, its hash or a place in a list. */

/** Keys of which everybody knows that they open something. */
export const KINDS_OF_KEYS =
  'api access auth secret private encryption encrypt decryption signing sign master account shared admin service license subscription app client jwt hmac deploy webhook consumer cookie crypto cipher vault backup recovery unseal wrapping root server integration aes'.split(
    ' ',
  );
const KIND = KINDS_OF_KEYS.join('|');

const WORD = new RegExp(
  `passw(?:or)?d|passphrase|passwort|passcode|kennwort|wachtwoord|contrasena|senha|pwd|psk(?=$|[_.-]|\\d)|pass(?=$|[_.-]|\\d)|pw(?=$|\\d)|secret|credentials?|token|(?:${KIND})[-_. ]?key|key$`,
  'gi',
);

/** What may follow the word in a name and still leave it the name of the secret itself. */
const OWN_SUFFIX =
  /^(?:\d{0,2}|[-_.]?(?:value|text|plain|plaintext|string|str|prod|production|dev|test|staging|live|default|db|admin|root|user|new|old|current|confirm|confirmation|base64|b64|env|secret|key|key[-_]?base|token|hex|raw|main|primary|secondary|v[-_.]?\d{1,2}|\d))$/i;

/** Tokens and keys that are no secrets: places in a list, counts of a model, columns of a database. */
const OTHER_PREFIX = new Set(
  'next page paging pagination continuation continue cursor sync resume max min num total input output cache cached completion prompt special pad bos eos unk stop start end first last cancel cancellation public publishable primary foreign sort partition idempotency routing row column id'.split(
    ' ',
  ),
);
const lastWord = (prefix: string): string =>
  /([A-Z]?[a-z0-9]+|[A-Z0-9]+)[-_.]?$/.exec(prefix)?.[1]?.toLowerCase() ?? '';

const KINDS_OF_KEY = new RegExp(`(?:pass|token|credential|${KIND})[-_. ]?\\w{0,12}key$`, 'i');

/** Names repeat. */
const judged = new Map<string, boolean>();
const MOST_REMEMBERED = 20_000;

/** Whether the value of a name may be a secret: nothing more is read of most. */
export function mayNameSecret(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const may = isSecretName(name) && (!/key$/i.test(name) || KINDS_OF_KEY.test(name) || isServiceKeyName(name));
  if (judged.size >= MOST_REMEMBERED) judged.clear();
  judged.set(name, may);
  return may;
}

export function isSecretName(name: string): boolean {
  // An address or a flag before the name is not part of it.
  const own = name.replace(/^[-.]+/, '');
  const found = [...own.matchAll(WORD)].at(-1);
  if (!found) return true;
  if (isPartOfWord(own, found.index, found[0])) return false;
  const end = found.index + found[0].length;
  const isToken = /token$|key$/i.test(found[0]);
  return OWN_SUFFIX.test(own.slice(end)) && !(isToken && OTHER_PREFIX.has(lastWord(own.slice(0, found.index))));
}

/** `pass` and `pw` are in other words, too: `compass`, `bypass`. */
function isPartOfWord(name: string, at: number, word: string): boolean {
  if (/(?:^|[_.-])(?:ssh|pg|db|my|ftp|smtp|mail|http|sql|user|root|admin|require)pass$/i.test(name)) return false;
  if (!/^(?:pass|pw|psk)$/i.test(word) || at === 0 || /[_.\d-]/.test(name[at - 1]!)) return false;
  return !(/[a-z]/.test(name[at - 1]!) && /[A-Z]/.test(word[0]!));
}

/** Keys that programs hash, sort and look things up by are as random as those that open doors. */
const LOOKED_UP =
  /(?:cache|hash|lookup|storage|local|session|sort|order|group|query|i18n|translation|message|react|object|item|map|dict|index|unique|dedupe|dedup|content|chunk|block|row|record|entity|file|image|asset|s3|bucket|event|partition|shard|lock|job|task|state|public|pub|foreign|primary|composite|registry|reg|hot|shortcut|arrow|any|host|known|ssh|gpg|pgp|fingerprint|integrity|build|etag|version|snapshot|artifact|idempotency|request|trace|turbo|nx|restore|layer|routing|data|tree|blob|ref|commit|websocket|accept|attribution|correlation|tracking)[-_.]?$/i;

/** `acme_key`, `MAPS_KEY`, `acmeKey`: the key of something that is not looked up in a table. */
export function isServiceKeyName(name: string): boolean {
  const own = /^(?:.*[./])?([\w-]*?)[-_]?key$/i.exec(name)?.[1];
  return own !== undefined && own.length >= 2 && !LOOKED_UP.test(own) && !/(?:mon|tur|don|hoc|jer|whis)$/i.test(own);
}
