/** Passwords that are arguments of commands and statements, whichever service they are for. */
import { fromBase64 } from '../../reading/base64.ts';
import type { Anchor, Check, Rule } from '../rule.ts';
import { isNoTemplate, isNotMadeUp } from '../validation/made-up.ts';
import { key } from './shapes.ts';

const group = 'generic';

const isNoNumber: Check = (value) => !/^\d{1,8}$/.test(value);
/** `unzip -p` prints; the password is behind a capital letter. */
const isNoPrinting: Check = (_value, text, start) =>
  !/zip [^\n]{0,200}-p ?["']?$/.test(text.slice(Math.max(0, start - 240), start));
const isNoOption: Check = (value, text, start) => !/^[-=]|^\/\//.test(value) || /["':]/.test(text.charAt(start - 1));

type Given = Omit<Parameters<typeof key>[0], 'anchor'> & Omit<Extract<Anchor, { at: 'argument' }>, 'at'>;

export const argument = ({ command, behind, joined, skip, ...given }: Given): Rule =>
  key({
    group,
    placeholder: '[REDACTED:password]',
    anchor: { at: 'argument', command, behind, joined, skip },
    edges: 'none',
    ...given,
    validate: [isNotMadeUp, isNoTemplate, isNoOption, ...(given.validate ?? [])],
  });

export const WORD = '[^\\n]{4,200}';

export const commands: readonly Rule[] = [
  argument({
    id: 'command-user-password',
    label: 'User and password of an HTTP command',
    placeholder: '[REDACTED:command-user-password]',
    keywords: [' -u', ' --user ', ' --user=', ' --proxy-user ', ' -a ', ' --auth ', ' --auth='],
    pattern: '[^\\s:"\']{1,100}:(?<secret>[^\\n]{3,200})',
    command: '(?:curl|wget|https?|xh|httpie)\\b',
    validate: [isNoNumber],
    examples: [
      'curl -s -u bob:q8Zv2LkPw https://api.acme.dev/v1/me',
      "curl --user 'bob:q8Zv2LkPw' https://api.acme.dev",
    ],
  }),
  argument({
    id: 'sshpass-password',
    label: 'Password of sshpass',
    keywords: [' -p'],
    pattern: WORD,
    command: 'sshpass(?: -[a-oq-z]\\S{0,40}){0,4}$',
    examples: ["sshpass -p 'q8Zv2LkPw' ssh bob@build"],
  }),
  argument({
    id: 'mysql-password',
    label: 'Password of a MySQL command',
    keywords: [' -p'],
    pattern: WORD,
    command: '(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump)?)\\b',
    joined: true,
    examples: ['mysql -h db.acme.dev -uroot -pq8Zv2LkPw shop'],
  }),
  argument({
    id: 'redis-password',
    label: 'Password of redis-cli',
    keywords: [' -a ', ' --pass '],
    pattern: WORD,
    command: '(?:redis|valkey)-cli\\b',
    examples: ['redis-cli -h cache -a q8Zv2LkPw ping'],
  }),
  argument({
    id: 'login-password',
    label: 'Password of a login to a registry or cloud',
    keywords: [' -p', ' -p='],
    pattern: WORD,
    command:
      '(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|registry|az|oc|cf|helm registry) login\\b[^|;&]{0,400}$',
    validate: [isNoNumber],
    examples: ['docker login -u bob -p q8Zv2LkPw registry.acme.dev', "az login -u bob@acme.dev -p 'q8Zv2LkPw'"],
  }),
  argument({
    id: 'archive-password',
    label: 'Password of an archive or a database tool',
    keywords: [' -p'],
    pattern: WORD,
    command:
      '(?:(?:un)?zip|zipcloak|sqlcmd|bcp|mongo(?:sh|dump|restore|export|import)?|cqlsh|clickhouse-client|lftp|7z[ar]?|evil-winrm)\\b[^|;&\\n]{0,400}$',
    validate: [isNoNumber, isNoPrinting],
    examples: ["zip -r -P 'q8Zv2LkPw' backup.zip data", 'sqlcmd -S db -U sa -P q8Zv2LkPw -Q "select 1"'],
  }),
  argument({
    id: 'directory-password',
    label: 'Password of a directory or keystore command',
    keywords: [' -w ', ' -storepass ', ' -keypass ', ' -srcstorepass ', ' -deststorepass '],
    pattern: WORD,
    command: '(?:ldap(?:search|modify|add|whoami|passwd|delete)|keytool|jarsigner)\\b',
    validate: [isNoNumber],
    examples: ["ldapsearch -x -D cn=admin,dc=acme -w 'q8Zv2LkPw' -b dc=acme", 'keytool -list -storepass q8Zv2LkPw'],
  }),
  argument({
    id: 'piped-password',
    label: 'Password that is printed into another command',
    keywords: ['echo ', 'echo -n ', 'echo -e ', 'echo -ne ', "printf '%s' ", 'printf "%s" ', 'printf %s ', 'printf '],
    pattern: WORD,
    behind:
      '\\|[^|\\n]{0,120}(?:sudo (?:[^|\\n]{0,60} )?-[A-Za-z]{0,6}S\\b|--password-stdin|--stdin|chpasswd|--pass(?:word|phrase)-fd|cryptsetup|(?:secret|secrets|variable|env) (?:put|set|add|create|versions add)|passwd\\b|gpg\\b|kinit\\b|su\\b)',
    examples: ["echo 'q8Zv2LkPw' | sudo -S apt-get update", 'echo q8Zv2LkPw | docker login -u bob --password-stdin'],
  }),
  argument({
    id: 'here-string-password',
    label: 'Password that a command reads from a string',
    keywords: ['<<<'],
    pattern: WORD,
    command:
      'sudo (?:\\S{1,20} ){0,3}-[A-Za-z]{0,6}S|(?:env|secrets?|variable|config) (?:add|set|put|create) [^\\n]{0,100}|store-secret [^\\n]{0,100}|[^\\n]{0,200}--(?:password-)?stdin',
    examples: ["sudo -S systemctl restart app <<< 'q8Zv2LkPw'"],
  }),
  argument({
    id: 'secure-string',
    label: 'Password made a secure string',
    keywords: ['convertto-securestring ', 'convertto-securestring -string '],
    pattern: WORD,
    examples: ["ConvertTo-SecureString 'q8Zv2LkPw' -AsPlainText -Force"],
  }),
  argument({
    id: 'sql-password',
    label: 'Password in an SQL statement',
    keywords: ['identified by', 'password', ' by', ' as', 'by password'].flatMap((word) =>
      [" '", ' "', ' \\'].map((sign) => word + sign),
    ),
    pattern: WORD,
    // The statement makes or changes a user, or grants something to one.
    command: '(?:create|alter|grant|set)\\b[^;]{0,300}$',
    validate: [
      (_value, text, start) =>
        /(?:identified (?:with \S{1,60} (?:by|as)|by)(?: password)?|password)\s{1,4}["']$/i.test(
          text.slice(Math.max(0, start - 120), start),
        ),
    ],
    examples: [
      "CREATE USER bob WITH PASSWORD 'q8Zv2LkPw';",
      "CREATE USER 'bob'@'%' IDENTIFIED BY 'q8Zv2LkPw';",
      'psql -c "ALTER ROLE bob PASSWORD \'q8Zv2LkPw\'"',
    ],
  }),
  argument({
    id: 'openssl-password',
    label: 'Password of openssl',
    keywords: ['-pass ', '-passin ', '-passout ', '-k '],
    pattern: 'pass:(?<secret>[^\\n]{4,200})',
    examples: ['openssl rsa -in key.pem -passin pass:q8Zv2LkPw -out out.pem'],
  }),
  argument({
    id: 'smtp-plain-login',
    label: 'User and password sent to a mail server',
    keywords: ['auth plain ', 'auth xoauth2 '],
    pattern: '[A-Za-z0-9+/]{8,1000}={0,2}',
    validate: [(value) => fromBase64(value).filter((byte) => byte < 2).length >= 2],
    examples: ['AUTH PLAIN AGJvYgBxOFp2MkxrUHc='],
  }),
  key({
    id: 'smtp-plain-answer',
    label: 'User and password sent to a mail server, in a line of their own',
    group,
    placeholder: '[REDACTED:password]',
    keywords: ['auth plain'],
    pattern:
      'auth plain(?:\\n|\\r\\n|\\\\n)[^\\n\\\\]{0,60}(?:\\n|\\\\n)(?:[^\\n\\\\]{0,40}[ \\t:→>-])?(?<secret>[A-Za-z0-9+/=]{8,140})',
    caseless: true,
    edges: 'none',
    validate: [(value) => fromBase64(value).filter((byte) => byte < 2).length >= 2],
    examples: ['AUTH PLAIN\n334 \nAGJvYgBxOFp2MkxrUHc=\n235 ok'],
  }),
  key({
    id: 'smtp-login-password',
    label: 'Password sent to a mail server that asked for it',
    group,
    placeholder: '[REDACTED:password]',
    keywords: ['334 ugfzc3dvcmq6'],
    pattern:
      '334 UGFzc3dvcmQ6(?:\\n|\\r\\n|\\\\n|\\\\\\\\n)(?:[^\\n\\\\]{0,40}[ \\t:→>-])?(?<secret>[A-Za-z0-9+/=]{8,140})',
    edges: 'none',
    examples: ['334 UGFzc3dvcmQ6\ncThadjJMa1B3\n235 2.7.0 Accepted'],
  }),
  key({
    id: 'pgpass-password',
    label: 'Password in a .pgpass file',
    group,
    placeholder: '[REDACTED:password]',
    anchor: { at: 'inside', back: 'A-Za-z0-9_.*-', reach: 100 },
    keywords: [':5432:', ':5433:', ':5434:', ':5435:', ':6432:', ':25060:', ':26257:', ':*:'],
    pattern:
      '[A-Za-z0-9_.*-]{1,100}:(?:543[2-5]|6432|25060|26257|\\*):[A-Za-z0-9_*$-]{1,63}:[A-Za-z0-9_*.@-]{1,63}:(?<secret>[^\\s:"\'`]{4,200})',
    edges: 'none',
    validate: [isNotMadeUp, isNoTemplate],
    examples: ['db.acme.dev:5432:shop:app:q8Zv2LkPw'],
  }),
];
