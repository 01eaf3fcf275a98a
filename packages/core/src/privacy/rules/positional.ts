/** Passwords that are told from other arguments by their place alone: behind a user, or a file and a user. */
import type { Check, Rule } from '../rule.ts';
import { isUnlikelyWord, isUserPassword } from '../validation/given-password.ts';
import { isNoTemplate, isNotMadeUp } from '../validation/made-up.ts';
import { argument, WORD } from './commands.ts';
import { key } from './shapes.ts';

/** The text before a value, without the quote that opens it, fits. */
const behind =
  (expression: RegExp): Check =>
  (_value, text, start) =>
    expression.test(text.slice(Math.max(0, start - 300), start));

const USER = '\\\\{0,2}["\']?[^\\s"\'\\\\]{1,100}\\\\{0,2}["\']? ';
const FIRST = '\\s{0,20}(?:\\\\{0,2}["\'][^"\'\\n]{0,120}["\']|[\\w.$:()]{1,80}),\\s{0,20}';

export const positional: readonly Rule[] = [
  argument({
    id: 'htpasswd-password',
    label: 'Password of htpasswd',
    keywords: ['htpasswd '],
    pattern: WORD,
    skip: `(?:-\\S{1,12} ){0,3}-[A-Za-z]{0,6}b[A-Za-z]{0,6} (?:-\\S{1,12} ){0,3}(?:(?<=-[A-Za-z]{0,8}n[A-Za-z]{0,8} )|\\S{1,200} )${USER}`,
    examples: ['htpasswd -bc /etc/nginx/.htpasswd bob q8Zv2LkPw', "htpasswd -nbB bob 'q8Zv2LkPw'"],
  }),
  argument({
    id: 'server-password',
    label: 'Password in the configuration of a server',
    keywords: ['requirepass ', 'masterauth ', 'sentinel auth-pass '],
    pattern: WORD,
    validate: [isUnlikelyWord],
    examples: ['requirepass q8Zv2LkPw'],
  }),
  argument({
    id: 'redis-auth',
    label: 'Password given to Redis',
    keywords: ['> auth ', 'redis auth ', 'auth default '],
    pattern: WORD,
    validate: [isUserPassword, behind(/(?:^|\W)AUTH (?:[\w.-]{1,60} )?\\{0,2}["']?$/)],
    examples: ['127.0.0.1:6379> AUTH q8Zv2LkPw7x!'],
  }),
  argument({
    id: 'redis-auth-user',
    label: 'Password given to Redis with a user',
    keywords: ['> auth '],
    pattern: WORD,
    skip: '[\\w.-]{1,60} ',
    validate: [isUserPassword, behind(/(?:^|\W)AUTH [\w.-]{1,60} \\{0,2}["']?$/)],
    examples: ['127.0.0.1:6379> AUTH app "q8Zv2LkPw7x!"'],
  }),
  argument({
    id: 'windows-user-password',
    label: 'Password of a user or share on Windows',
    keywords: ['net user ', '/user:', '/u:'],
    pattern: WORD,
    skip: '\\S{1,80} ',
    command: '(?:net|cmdkey|runas|psexec|wmic|schtasks)\\b[^\\n]{0,200}$|(?=)$',
    validate: [
      isUnlikelyWord,
      (value) => !/^[/*-]/.test(value),
      behind(/net user \S{1,80} ["']?$|net use [^\n]{0,200}\/user:\S{1,80} ["']?$/i),
    ],
    examples: ['net user bob q8Zv2LkPw /add', 'net use Z: \\\\srv\\share /user:bob q8Zv2LkPw'],
  }),
  argument({
    id: 'share-password',
    label: 'User and password of a share or a file server',
    keywords: [' -u ', ' --user=', ' --user '],
    pattern: '[^\\s%,]{1,100}[%,](?<secret>[^\\n]{3,200})',
    command: '(?:smbclient|smbmap|rpcclient|winexe|smbget|lftp|net rpc)\\b',
    examples: ['smbclient //srv/share -U bob%q8Zv2LkPw', 'lftp -u bob,q8Zv2LkPw ftp.acme.dev'],
  }),
  argument({
    id: 'mail-login-password',
    label: 'Password of a login to a mail server',
    keywords: [' login '],
    pattern: WORD,
    skip: USER,
    validate: [behind(/(?:^|\W)[A-Za-z]{0,3}\d{1,6} LOGIN \\{0,2}["']?[^\s"']{1,100}\\{0,2}["']? \\{0,2}["']?$/)],
    examples: ['a1 LOGIN bob@acme.dev "q8Zv2LkPw"'],
  }),
  key({
    id: 'file-server-password',
    label: 'Password sent to a file server that asked for it',
    group: 'generic',
    placeholder: '[REDACTED:password]',
    keywords: ['331 ', '331-'],
    pattern: '331[ -][^\\n\\\\]{0,120}(?:\\n|\\\\n|\\\\r\\\\n)[^\\nP\\\\]{0,100}PASS (?<secret>[^\\s\\\\"]{4,200})',
    edges: 'left',
    examples: ['331 Password required\nPASS q8Zv2LkPw\n230 ok'],
  }),
  argument({
    id: 'key-file-password',
    label: 'Passphrase of a key file',
    keywords: [' -n ', ' -p '],
    pattern: WORD,
    command: 'ssh-keygen\\b',
    examples: ["ssh-keygen -t ed25519 -f k -N 'q8Zv2LkPw'"],
  }),
  argument({
    id: 'cipher-password',
    label: 'Password that a file is encrypted with',
    keywords: [' -k ', ' -pass:', ' --passphrase '],
    pattern: WORD,
    command: '(?:openssl (?:enc|aes|des)|ccrypt|gpg2?|age|mcrypt)\\b',
    examples: ["openssl enc -aes-256-cbc -k 'q8Zv2LkPw' -in x"],
  }),
  argument({
    id: 'rar-password',
    label: 'Password of a RAR archive',
    keywords: [' -p', ' -hp'],
    pattern: WORD,
    command: '(?:un)?rar\\b',
    joined: true,
    examples: ['unrar x -pq8Zv2LkPw x.rar'],
  }),
  argument({
    id: 'management-password',
    label: 'Password of a network device or its management',
    keywords: [' -a ', ' -x ', ' -p '],
    pattern: WORD,
    command: '(?:snmp(?:walk|get|set|bulkwalk|table)|ipmitool|mosquitto_\\w{1,10}|mqtt)\\b',
    validate: [isUnlikelyWord],
    examples: ["snmpwalk -v3 -u bob -A 'q8Zv2LkPw' -l authPriv h", 'ipmitool -H bmc -U root -P q8Zv2LkPw power status'],
  }),
  argument({
    id: 'device-password',
    label: 'Password in the configuration of a network device',
    keywords: ['password', 'secret', 'key', 'key-string', 'community'].flatMap((word) =>
      ['0', '5', '6', '7', '8', '9'].map((kind) => `${word} ${kind} `),
    ),
    pattern: WORD,
    command: '(?:username|enable|neighbor|snmp-server|tacacs-server|radius-server|ppp|wpa-psk|crypto)\\b',
    validate: [isUnlikelyWord],
    examples: ['username bob privilege 15 secret 9 q8Zv2LkPw', 'enable password 7 094F471A1A0A'],
  }),
  argument({
    id: 'call-user-password',
    label: 'Password behind a user in a call',
    keywords: [
      'basicauth(',
      'basic_auth(',
      'usernamepasswordcredentials(',
      'networkcredential(',
      'passwordauthentication(',
      'pscredential(',
      'auth=(',
      'auth = (',
      '.login(',
      'ftp_login(',
      'awscredentials(',
    ],
    pattern: WORD,
    skip: FIRST,
    validate: [isUserPassword],
    examples: ["auth=('bob', 'q8Zv2LkPw7x')", 'new NetworkCredential("bob", "q8Zv2LkPw7x")'],
  }),
  argument({
    id: 'call-database-password',
    label: 'Password behind an address and a user in a call',
    keywords: [
      'new pdo(',
      'pdo->__construct(',
      'new sequelize(',
      'mysqli(',
      'mysql_connect(',
      'mysqli_connect(',
      'getconnection(',
      'imap_open(',
      'login($',
    ],
    pattern: WORD,
    skip: `${FIRST}${FIRST}`,
    validate: [isUserPassword],
    examples: ["new PDO('mysql:host=db;dbname=x', 'app', 'q8Zv2LkPw7x');"],
  }),
  key({
    id: 'oracle-password',
    label: 'User and password of an Oracle database',
    group: 'connection-strings',
    placeholder: '[REDACTED:password]',
    keywords: [
      'sqlplus ',
      'oracle:thin:',
      'oracle:oci:',
      'oracle:oci8:',
      'expdp ',
      'impdp ',
      'sqlldr ',
      'rman target ',
    ],
    pattern:
      '(?:oracle:(?:thin|oci8?):|(?:sqlplus|expdp|impdp|sqlldr|rman target) (?:-[A-Za-z]{1,8} ){0,3})["\']?[A-Za-z0-9_#$]{1,30}/\\\\{0,2}["\']?(?<secret>[^\\s"\'@/]{3,100})',
    caseless: true,
    edges: 'left',
    validate: [
      isNotMadeUp,
      isNoTemplate,
      (value, text, start) => /^\\{0,2}["']?@/.test(text.slice(start + value.length, start + value.length + 4)),
    ],
    examples: ['sqlplus scott/q8Zv2LkPw@db.acme.dev:1521/ORCL', 'jdbc:oracle:thin:scott/q8Zv2LkPw@db:1521:ORCL'],
  }),
  argument({
    id: 'expected-password',
    label: 'Password that a script sends when it is asked for one',
    keywords: ['send "', "send '", 'send -- "', 'sendline("', "sendline('"],
    pattern: WORD,
    validate: [
      isUserPassword,
      (_value, text, start) => /assword|assphrase/i.test(text.slice(Math.max(0, start - 200), start)),
    ],
    examples: ['expect "assword:"\nsend "q8Zv2LkPw7x\\r"'],
  }),
];
