/** Passwords and tokens in addresses, headers, cookies and command lines, whichever service they are for. */
import type { Check, Rule } from '../rule.ts';
import { textOfBase64 } from '../validation/base64-text.ts';
import { entropyAtLeast, mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNoTemplate, isNotMadeUp, isNotRepetitive } from '../validation/made-up.ts';
import { looksRandom } from '../validation/named-value.ts';
import { fake, key, named } from './shapes.ts';

const strings = 'connection-strings';
const generic = 'generic';

/** The command stands before it in the same line, which may go on after a backslash. */
const inCommand =
  (command: RegExp): Check =>
  (_value, text, start) => {
    const before = text.slice(Math.max(0, start - 600), start);
    return command.test(before.slice(before.search(/[^\\]\n(?:[^\n]*\\\n)*[^\n]*$/) + 1));
  };
const isHttpCommand = inCommand(/\b(?:curl|wget|https?|xh|httpie)\b/);
const isNoNumber: Check = (value) => !/^\d{1,8}$/.test(value);
const holdsUserAndPassword: Check = (value) => /^[^\s:]{0,200}:\S{1,2000}$/.test(textOfBase64(value) ?? '');
/** One of the cookies has a value that nobody would choose. */
const holdsSession: Check = (value) =>
  value.split(/; ?/).some((cookie) => {
    const content = cookie.slice(cookie.indexOf('=') + 1);
    return content.length >= 12 && looksRandom(content.replace(/%[0-9A-F]{2}/gi, ''));
  });

/** The statement makes or changes a user, or grants something to one. */
const isOfSqlUser: Check = (_value, text, start) =>
  /\b(?:create|alter|grant|set)\b[^;]{0,300}$/i.test(text.slice(Math.max(0, start - 400), start));

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
    pattern: 'Bearer (?<secret>[A-Za-z0-9._~+/=-]{16,4000})',
    caseless: true,
    edges: 'left',
    validate: [isNotMadeUp, mixesLettersAndDigits, entropyAtLeast(3.2)],
    examples: ['Authorization: Bearer iCrol4ZWPMlAgmiDINT6sDmdXTrGgxJqQpNrJK0k'],
  }),
  named({
    id: 'authorization-header',
    label: 'Token in an Authorization header',
    group: generic,
    keywords: ['authorization'],
    pattern:
      '(?:(?:token|apikey|api-key|key|bot|oauth|digest|hmac|negotiate|ntlm|splunk) )?(?<secret>[A-Za-z0-9._~+/=:-]{16,400})',
    caseless: true,
    edges: 'none',
    validate: [isNotMadeUp, mixesLettersAndDigits, looksRandom],
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
    id: 'command-user-password',
    label: 'User and password of an HTTP command',
    group: generic,
    keywords: [' -u', ' --user ', ' --user='],
    pattern: ' (?:-u ?|--user[ =])["\']?[^\\s:"\']{1,100}:(?<secret>[^\\s"\']{3,200})',
    edges: 'none',
    validate: [isNotMadeUp, isNoTemplate, isNoNumber, isHttpCommand],
    examples: [
      'curl -s -u bob:q8Zv2LkPw https://api.acme.dev/v1/me',
      "curl --user 'bob:q8Zv2LkPw' https://api.acme.dev",
    ],
  }),
  key({
    id: 'sshpass-password',
    label: 'Password of sshpass',
    group: generic,
    placeholder: '[REDACTED:password]',
    keywords: ['sshpass '],
    pattern: 'sshpass -p ?["\']?(?<secret>[^\\s"\'|;&-][^\\s"\'|;&]{3,100})',
    edges: 'left',
    validate: [isNotMadeUp, isNoTemplate],
    examples: ["sshpass -p 'q8Zv2LkPw' ssh bob@build"],
  }),
  key({
    id: 'mysql-password',
    label: 'Password of a MySQL command',
    group: generic,
    placeholder: '[REDACTED:password]',
    keywords: [' -p'],
    pattern: ' -p["\']?(?<secret>[A-Za-z0-9!@#%^*_+.=?~][^\\s"\'|;&]{3,100})',
    edges: 'none',
    validate: [isNotMadeUp, isNoTemplate, inCommand(/\b(?:mysql(?:dump|admin)?|mariadb)\b/)],
    examples: ['mysql -h db.acme.dev -uroot -pq8Zv2LkPw shop'],
  }),
  key({
    id: 'redis-password',
    label: 'Password of redis-cli',
    group: generic,
    placeholder: '[REDACTED:password]',
    keywords: [' -a ', ' --pass '],
    pattern: ' (?:-a|--pass) ["\']?(?<secret>[^\\s"\'|;&-][^\\s"\'|;&]{3,100})',
    edges: 'none',
    validate: [isNotMadeUp, isNoTemplate, inCommand(/\b(?:redis|valkey)-cli\b/)],
    examples: ['redis-cli -h cache -a q8Zv2LkPw ping'],
  }),
  key({
    id: 'login-password',
    label: 'Password of a login to a registry or cloud',
    group: generic,
    placeholder: '[REDACTED:password]',
    keywords: [' -p'],
    pattern: ' -p[ =]?["\']?(?<secret>[^\\s"\'|;&-][^\\s"\'|;&]{3,200})',
    edges: 'none',
    validate: [
      isNotMadeUp,
      isNoTemplate,
      isNoNumber,
      inCommand(/\b(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|registry|az|oc|cf) login\b[^|;&]*$/),
    ],
    examples: ['docker login -u bob -p q8Zv2LkPw registry.acme.dev', "az login -u bob@acme.dev -p 'q8Zv2LkPw'"],
  }),
  key({
    id: 'sql-password',
    label: 'Password in an SQL statement',
    group: generic,
    placeholder: '[REDACTED:password]',
    keywords: ['identified by', 'identified with', "password '", 'password "', 'password \\'],
    pattern:
      '(?:identified (?:with \\S{1,60} (?:by|as)|by)(?: password)?|password) \\\\{0,4}["\'](?<secret>[^\\s"\'\\\\]{4,200})(?=\\\\{0,4}["\'])',
    caseless: true,
    edges: 'left',
    validate: [isNotMadeUp, isNoTemplate, isOfSqlUser],
    examples: [
      "CREATE USER bob WITH PASSWORD 'q8Zv2LkPw';",
      "CREATE USER 'bob'@'%' IDENTIFIED BY 'q8Zv2LkPw';",
      'psql -c "ALTER ROLE bob PASSWORD \'q8Zv2LkPw\'"',
    ],
  }),
  key({
    id: 'openssl-password',
    label: 'Password of openssl',
    group: generic,
    placeholder: '[REDACTED:password]',
    keywords: ['-pass pass:', '-passin pass:', '-passout pass:', '-k pass:'],
    pattern: '-(?:pass(?:in|out)?|k) pass:["\']?(?<secret>[^\\s"\'|;&<>]{4,100})',
    edges: 'none',
    validate: [isNotMadeUp, isNoTemplate],
    examples: ['openssl rsa -in key.pem -passin pass:q8Zv2LkPw -out out.pem'],
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
