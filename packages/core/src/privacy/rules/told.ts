/** Secrets that a person tells, or that a command prints alone in a line, with the question before them. */
import type { Check, Rule } from '../rule.ts';
import { isUnlikelyWord } from '../validation/given-password.ts';
import { isNoTemplate, isNotRepetitive } from '../validation/made-up.ts';
import { isChance, isToldPassword } from '../validation/named-value.ts';
import { argument, WORD } from './commands.ts';
import { key } from './shapes.ts';

const group = 'generic';
const placeholder = '[REDACTED:password]';
/** Somebody makes it up as a password, or chance has made it; no row of signs that hides one. */
const isLikely: Check = (value, text, start) =>
  isNotRepetitive(value, text, start) && (isToldPassword(value, text, start) || isChance(value));
const isSecretLine: Check = (value, text, start) =>
  isNoTemplate(value, text, start) && isUnlikelyWord(value, text, start) && isLikely(value, text, start);

export const told: readonly Rule[] = [
  key({
    id: 'printed-secret',
    label: 'Secret that a command prints in a line of its own',
    group,
    placeholder,
    confidence: 'medium',
    keywords: [
      'bw get password',
      'op read',
      'pass show',
      'lpass show',
      'initial-password',
      'base64 -d',
      'base64 --decode',
      'secrets versions access',
      'keyvault secret show',
      'kv get -field',
      'get-secret-value',
      'config:get',
      'print-access-token',
      'find-generic-password',
      'auth token',
    ],
    pattern:
      '(?:bw get password|op read|pass show|lpass show|initial-password|base64 -d|base64 --decode|secrets versions access|keyvault secret show|kv get -field|get-secret-value|config:get|print-access-token|find-generic-password|auth token)[^\\n]{0,200}\\n(?<secret>[^\\s]{8,200})(?=\\r?\\n|$)',
    caseless: true,
    edges: 'left',
    validate: [isSecretLine],
    examples: ['$ bw get password github\nq8Zv2-LkPw7x\n'],
  }),
  argument({
    id: 'tunnel-token',
    label: 'Token of a tunnel',
    keywords: ['add-authtoken ', 'ngrok authtoken '],
    pattern: '[A-Za-z0-9_]{20,100}',
    examples: ['ngrok config add-authtoken 2kq9XbTz2Lm7VfRw3sNhYpQ8uJd_GcAe1oKi5tZx'],
  }),
  key({
    id: 'masked-value',
    label: 'Value that a job asks to be masked',
    group,
    placeholder: '[REDACTED:secret]',
    keywords: ['::add-mask::'],
    pattern: '::add-mask::(?<secret>[^\\s"\'$]{6,400})',
    edges: 'none',
    examples: ['::add-mask::q8Zv2LkPw7x'],
  }),
  key({
    id: 'new-value-of-password',
    label: 'Password that was reset',
    group,
    placeholder,
    keywords: ['password for the ', 'password reset'],
    pattern: 'password (?:for the |reset)[^\\n]{0,100}\\n[^\\n:]{0,20}value: (?<secret>\\S{6,100})',
    caseless: true,
    edges: 'left',
    validate: [isUnlikelyWord, isNotRepetitive],
    examples: ['Password for the [elastic] user successfully reset.\nNew value: q8Zv2-LkPw7x'],
  }),
  key({
    id: 'inline-login',
    label: 'User and password of a connection, as a block',
    group,
    placeholder,
    keywords: ['<auth-user-pass>'],
    pattern: '<auth-user-pass>\\n[^\\n]{1,100}\\n(?<secret>[^\\n<]{4,200})',
    edges: 'none',
    examples: ['<auth-user-pass>\nbob\nq8Zv2LkPw\n</auth-user-pass>'],
  }),
  argument({
    id: 'user-command-password',
    label: 'Password behind the name of a user in a command',
    keywords: ['add_user ', 'change_password ', 'authenticate_user '],
    pattern: WORD,
    skip: '\\S{1,100} ',
    command: 'rabbitmqctl\\b',
    examples: ['rabbitmqctl add_user app q8Zv2LkPw'],
  }),
  argument({
    id: 'desktop-password',
    label: 'Password of a remote desktop',
    keywords: [' /p:'],
    pattern: WORD,
    command: '(?:xfreerdp3?|wfreerdp|rdesktop|cmdkey)\\b',
    joined: true,
    examples: ['xfreerdp /v:desk /u:bob /p:q8Zv2LkPw'],
  }),
  argument({
    id: 'hashed-password',
    label: 'Password that a command hashes',
    keywords: ['openssl passwd '],
    pattern: WORD,
    skip: '(?:-\\S{1,8} ){0,4}',
    validate: [isUnlikelyWord],
    examples: ["openssl passwd -6 'q8Zv2LkPw'"],
  }),
  key({
    id: 'told-login',
    label: 'User and password told in a sentence',
    group,
    placeholder,
    confidence: 'medium',
    keywords: [
      'login is ',
      'login: ',
      'credentials are ',
      'credentials: ',
      'creds are ',
      'creds: ',
      'log in with ',
      'log in as ',
    ],
    pattern:
      '(?:login(?: is|:)|credentials(?: are|:)|creds(?: are|:)|log in (?:with|as)) [`"\']?[A-Za-z][\\w.@+-]{0,60}[`"\']? ?[/:|] ?[`"\']?(?<secret>[^\\s`"\']{6,100}[^\\s`"\'.,;:!?)])',
    caseless: true,
    edges: 'left',
    validate: [isSecretLine],
    examples: ['the staging login is bob / q8Zv2-LkPw7x'],
  }),
  key({
    id: 'told-before',
    label: 'Secret told before what it is',
    group,
    placeholder: '[REDACTED:secret]',
    confidence: 'medium',
    anchor: { at: 'inside', back: '!#-&(-_a-~', reach: 200 },
    keywords: ['`', '"', "'"].flatMap((quote) =>
      ['the', 'my', 'our', 'a', 'password'].map((word) => `${quote} as ${word}`),
    ),
    pattern:
      '(?<=[`"\'])(?<secret>[^`"\'\\s]{6,200})[`"\'] as (?:password|(?:the|our|my|a) (?:[\\w.-]{1,30} ){0,3}(?:password|passphrase|passcode|secret|token|credential|(?:api|secret|access|app|admin|signing|encryption|private|license|unseal|auth) key))\\b',
    edges: 'none',
    caseless: true,
    validate: [isSecretLine],
    examples: ['Use `q8Zv2-LkPw7x` as the rcon password for now.'],
  }),
  key({
    id: 'told-password-elsewhere',
    label: 'Password told in another language',
    group,
    placeholder,
    confidence: 'medium',
    keywords: ['mot de passe', 'contrase', 'passwort', 'kennwort', 'wachtwoord', 'senha'],
    pattern:
      '(?:mot de passe|contraseña|contrasena|passwort|kennwort|wachtwoord|senha)(?: [a-zäöüßéèêà]{2,16}){0,4}(?: (?:est|es|ist|lautet|is|é)|:| -) [`"\'«]?(?<secret>[^\\s`"\'»]{6,100}[^\\s`"\'».,;:!?)])',
    caseless: true,
    edges: 'left',
    validate: [isSecretLine],
    examples: ['le mot de passe est q8Zv2-LkPw7x'],
  }),
];
