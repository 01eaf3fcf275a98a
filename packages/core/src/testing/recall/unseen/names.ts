/** Names that people give to secrets, as words: every carrier writes them in the style of its syntax. */

export type Words = readonly string[];

/** Names whose value is a password or a passphrase, and names of tokens and keys. */
const NAMES =
  'password|passwd|pwd|db password|db pass|root password|admin password|mysql root password|redis password|keystore password|smtp password|ldap bind password|user passwd|master password|vault passphrase|key passphrase|ssh passphrase|login password|proxy password|sa password|rabbitmq default pass|secret|client secret|app secret|jwt secret|session secret|shared secret|webhook secret|cookie secret|consumer secret|api secret|oauth client secret|secret key|token|auth token|access token|refresh token|bot token|deploy token|api token|registry token|github token|gitlab token|service token|bearer token|api key|apikey|access key|secret access key|private key|encryption key|signing key|hmac key|master key|account key|shared key|subscription key|license key|auth key|service key|jwt key|admin key|deploy key|credential|db credential|db password prod|api key v 2|token secret|password 1|access token secret|passcode|basic auth password|http password|pg password|backup encryption key|cookie signing key|mail password|storage account key|client password|wifi password|encryption passphrase|crypt secret'
    .split('|')
    .map((name): Words => name.split(' '));

/** Names that end in `key` alone: only a value that chance has made is a secret there. */
const SERVICE_KEYS = 'acme key|maps key|weather key|stripe key|sendgrid key|mapbox key|billing key'
  .split('|')
  .map((name): Words => name.split(' '));

export const SECRET_NAMES: readonly Words[] = NAMES;
export const SERVICE_KEY_NAMES: readonly Words[] = SERVICE_KEYS;

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

export const snake = (words: Words): string => words.join('_');
export const upper = (words: Words): string => words.join('_').toUpperCase();
export const kebab = (words: Words): string => words.join('-');
export const dotted = (words: Words): string => words.join('.');
export const pascal = (words: Words): string => words.map(capital).join('');
export const camel = (words: Words): string => words[0]! + words.slice(1).map(capital).join('');
export const header = (words: Words): string => `X-${words.map(capital).join('-')}`;
export const title = (words: Words): string => words.map(capital).join(' ');
