/** Passwords and tokens in addresses, headers, cookies and command lines, whichever service they are for. */
import type { Check, Rule } from '../rule.ts';
import { textOfBase64 } from '../validation/base64-text.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNoTemplate, isNotMadeUp, isNotRepetitive } from '../validation/made-up.ts';
import { isChance, looksRandom } from '../validation/named-value.ts';
import { fake, key, named } from './shapes.ts';

const strings = 'connection-strings';
const generic = 'generic';

const isNoNumber: Check = (value) => !/^\d{1,8}$/.test(value);
const holdsUserAndPassword: Check = (value) => /^[^\s:]{0,200}:[^\n\r\t]{1,2000}$/.test(textOfBase64(value) ?? '');
/** One of the cookies has a value that nobody would choose. */
const holdsSession: Check = (value) =>
  value.split(/; ?/).some((cookie) => {
    const content = cookie.slice(cookie.indexOf('=') + 1);
    return content.length >= 12 && looksRandom(content.replace(/%[0-9A-F]{2}/gi, ''));
  });

const DATABASES =
  'postgres postgresql mysql mysqlx mariadb mongodb redis rediss valkey amqp amqps mssql sqlserver cockroachdb clickhouse couchbase couchdb neo4j bolt cassandra oracle snowflake nats kafka'.split(
    ' ',
  );

export const credentials: readonly Rule[] = [
  key({
    id: 'database-password',
    label: 'Password in the address of a database or broker',
    group: strings,
    keywords: DATABASES.flatMap((scheme) => [`${scheme}://`, `${scheme}+`]),
    pattern: `(?:${DATABASES.join('|')})(?:\\+[a-z0-9]{1,20})?://[^\\s:/@"'<>]{0,100}:(?<secret>[^\\s/"'<>\`]{1,200})@[A-Za-z0-9[{$%-]`,
    caseless: true,
    edges: 'left',
    validate: [isNotRepetitive, isNoTemplate],
    examples: [
      'postgres://app:q8Zv2LkPw@db.acme.dev:5432/main',
      'mongodb+srv://root:m0ngo-P4ss@c0.acme.mongodb.net/?retryWrites=true',
      'redis://:r3d1sP4ss@cache.acme.dev:6379/0',
      'mysql+pymysql://svc:p@ss-W0rd@10.1.2.3/shop',
    ],
  }),
  key({
    id: 'url-password',
    label: 'Password in an address',
    group: strings,
    keywords: ['://'],
    pattern: '://[^\\s:/@"\'<>?#\\\\]{0,100}:(?<secret>[^\\s/"\'<>?#`\\\\]{1,200})@[A-Za-z0-9[{$%-]',
    edges: 'none',
    validate: [isNotRepetitive, isNoTemplate, isNoNumber],
    examples: ['https://bob:q8Zv2LkPw@git.acme.dev/app.git', 'ftp://bob:f7pP4ss@files.acme.dev/'],
  }),
  key({
    id: 'url-token',
    label: 'Token in place of a user in an address',
    group: strings,
    confidence: 'medium',
    keywords: ['://'],
    // Some forges take any password, or none, behind the token.
    pattern: '://(?<secret>[A-Za-z0-9_.-]{20,200})(?::(?:x-oauth-basic|x|X)?)?@[A-Za-z0-9]',
    edges: 'none',
    validate: [isNotMadeUp, looksRandom],
    examples: ['https://tOxWs2M43wOp5YoSWWp4jDuEUCkEnzkCv4R0THio@git.acme.dev/app.git'],
  }),
  key({
    id: 'connection-string-password',
    label: 'Password in a connection string',
    group: strings,
    confidence: 'medium',
    keywords: [';', '; ', '&', '& ', '?', '? '].flatMap((sign) =>
      ['password=', 'pwd=', 'passwd='].map((name) => sign + name),
    ),
    pattern: '[;&?] ?(?:password|pwd|passwd)=(?<secret>[^\\s;&"\'`<>]{3,200})',
    caseless: true,
    edges: 'none',
    validate: [isNotMadeUp, isNoTemplate],
    examples: [
      'Server=tcp:sql.acme.dev;User ID=sa;Password=q8Zv2LkPw;Encrypt=true',
      'jdbc:mysql://db.acme.dev/shop?user=app&password=q8Zv2LkPw',
    ],
  }),
  key({
    id: 'basic-authorization',
    label: 'User and password in a Basic header',
    group: generic,
    keywords: ['basic '],
    pattern: 'Basic (?<secret>[A-Za-z0-9+/]{6,400}={0,2})',
    caseless: true,
    edges: 'left',
    validate: [holdsUserAndPassword],
    examples: ['Authorization: Basic Ym9iOnE4WnYyTGtQIXc='],
  }),
  key({
    id: 'bearer-token',
    label: 'Bearer token',
    group: generic,
    confidence: 'medium',
    keywords: ['bearer '],
    pattern: 'Bearer (?<secret>[A-Za-z0-9._~+/=-]{14,4000})',
    caseless: true,
    edges: 'left',
    validate: [
      isNotMadeUp,
      (value, text, start) =>
        (mixesLettersAndDigits(value, text, start) && entropyAtLeast(3.2)(value, text, start)) || isChance(value),
    ],
    examples: ['Authorization: Bearer iCrol4ZWPMlAgmiDINT6sDmdXTrGgxJqQpNrJK0k'],
  }),
  named({
    id: 'authorization-header',
    label: 'Token in an Authorization header',
    group: generic,
    keywords: ['authorization'],
    pattern:
      '(?:(?:token|apikey|api-key|key|bot|oauth|digest|hmac|negotiate|ntlm|splunk|ssws)[ =])?(?<secret>[A-Za-z0-9._~+/=:!@%*-]{14,400})',
    caseless: true,
    edges: 'none',
    validate: [
      isNotMadeUp,
      (value, text, start) => (mixesLettersAndDigits(value, text, start) && looksRandom(value)) || isChance(value),
    ],
    examples: [
      'Authorization: token 4d5ef0b29b916a0b5caba7dec1844ecf364c8b08',
      '"authorization": "nisWBdNgG47k4Gq8ITvwBm2SkWLN4MgsSjNUdL2W"',
    ],
  }),
  key({
    id: 'cookie',
    label: 'Cookies with a session in them',
    group: generic,
    confidence: 'medium',
    keywords: ['cookie'],
    pattern: 'cookie["\']?[:= ]{1,3}\\\\{0,2}["\']?(?<secret>[A-Za-z0-9_.$-]{1,80}=[^\\r\\n"\'\\\\`]{6,1000})',
    caseless: true,
    edges: 'left',
    validate: [isNotMadeUp, holdsSession],
    examples: [
      'Cookie: theme=dark; sid=AGuTMfMGAZIx2d6sBcqspGbljy3cOkcT',
      'Set-Cookie: session=fX0xuY675l2SGNUG5saXNfIgBNrqZzS7KMpH5Edf; Path=/; HttpOnly',
    ],
  }),
  named({
    id: 'session-cookie',
    label: 'Session cookie',
    group: generic,
    keywords: [
      'phpsessid',
      'jsessionid',
      'connect.sid',
      'laravel_session',
      'asp.net_sessionid',
      'session-token',
      'ci_session',
      'remember_web_',
    ],
    pattern: '[A-Za-z0-9%._~+/=-]{16,4000}',
    edges: 'none',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: [
      'PHPSESSID=1h7vhhfa3z5gr2dshtvsdtis9r',
      'connect.sid=s%3AU4PLzJujPdTIV2hX1KNVigZSqzlwgbBd.d3bKtYptd5tQBzEtIGMa9F4aP5sR1nZLqHaYFrUBYm2',
    ],
  }),
  key({
    id: 'password-hash',
    label: 'Hash of a password: bcrypt, Argon2, crypt, PBKDF2, scrypt',
    group: generic,
    keywords: ['$2a$', '$2b$', '$2y$', '$argon2', '$6$', '$5$', '$apr1$', '$y$', 'pbkdf2_sha', 'scrypt:'],
    pattern:
      '(?:\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}|\\$argon2(?:id|i|d)\\$v=[0-9]{2}\\$[a-z0-9=,]{5,40}\\$[A-Za-z0-9+/]{8,64}\\$[A-Za-z0-9+/]{16,128}|\\$[56]\\$(?:rounds=[0-9]{1,9}\\$)?[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{43,86}|\\$apr1\\$[./A-Za-z0-9]{1,8}\\$[./A-Za-z0-9]{22}|\\$y\\$[./A-Za-z0-9]{1,8}\\$[./A-Za-z0-9]{1,86}\\$[./A-Za-z0-9]{43}|pbkdf2_sha(?:256|1)\\$[0-9]{3,8}\\$[A-Za-z0-9]{8,64}\\$[A-Za-z0-9+/]{27,88}={0,2}|scrypt:[0-9]{4,8}:[0-9]{1,2}:[0-9]\\$[A-Za-z0-9]{8,32}\\$[0-9a-f]{128})',
    edges: 'none',
    validate: [isNotRepetitive],
    examples: [
      fake('$2{{}}b$12$Ss6QS2Kp8PfkEZMAOeYAkYVrGpm79qB1M0YfFKrR2c4lYBfupB671'),
      fake('$argon2{{}}id$v=19$m=65536,t=3,p=4$5l5PmnYkVl0kfji1HuCuK2$RshtT5PtPJGABy2L8nO0pBf4NdLMpDJgDqh1ELzIOXS'),
      fake(
        '$6{{}}$dLr9aPPT5XymyIZq$heHtByBKW9Dta6j5IX86c41RjTuYRCAmEprHzfZclWSvtxb3hNGAPYzZkKYdcB4KMHen0RB3gKCOUPhYxvYbuP',
      ),
    ],
  }),
  key({
    id: 'npmrc-password',
    label: 'Password in an npm config',
    group: generic,
    confidence: 'medium',
    keywords: [':_password='],
    pattern: ':_password=(?<secret>[A-Za-z0-9+/]{6,200}={0,2})',
    edges: 'none',
    examples: ['//r.acme.dev/:_password=cThadjJMa1Ah'],
  }),
];
