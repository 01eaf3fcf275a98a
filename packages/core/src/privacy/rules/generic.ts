/** Values that their name calls a secret, and frameworks' own names for theirs. */
import type { Rule } from '../rule.ts';
import { entropyAtLeast } from '../validation/entropy.ts';
import { isDataOfKubernetesSecret, isJsonOfKubernetesSecret } from '../validation/kubernetes-secret.ts';
import { isNoTemplate, isNotMadeUp } from '../validation/made-up.ts';
import {
  isKeyInAddress,
  isPasswordValue,
  isSecretValue,
  isServiceKey,
  isToldPassword,
  looksRandom,
} from '../validation/named-value.ts';
import { key, named } from './shapes.ts';

const group = 'generic';
const TOLD = ['is', 'was', 'to', 'ist', 'lautet', 'war'];
const KINDS =
  'api access auth secret private encryption signing master account shared admin service license app client jwt hmac deploy webhook'.split(
    ' ',
  );

/** Signs that end a name, where the word alone is part of too many others. */
const ending = (...words: readonly string[]): readonly string[] =>
  words.flatMap((word) => ['=', ':', '"', "'", ' =', ' :', '>', ',', '\t', ' |'].map((sign) => word + sign));

const PASSWORDS = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'passwort',
  'kennwort',
  'wachtwoord',
  'contrasena',
  'pwd',
  '_pass',
  ...ending('pass', '_pw', 'senha'),
];
const SECRETS = [
  'secret',
  'token',
  'credential',
  ...KINDS.flatMap((kind) => [`${kind}_key`, `${kind}-key`, `${kind}key`]),
];

/** Values that are taken whole. */
const WHOLE = {
  group,
  type: 'secret',
  confidence: 'medium',
  anchor: { at: 'assignment', whole: true },
  edges: 'none',
} as const;

export const generic: readonly Rule[] = [
  named({
    id: 'django-secret-key',
    label: 'Secret key of Django or Flask',
    group,
    placeholder: '[REDACTED:secret]',
    keywords: ['secret_key'],
    pattern: '(?:django-insecure-)?[A-Za-z0-9!@#$%^&*()_+=-]{40,80}',
    edges: 'none',
    validate: [isNotMadeUp, isNoTemplate, entropyAtLeast(3.8)],
    examples: ["SECRET_KEY = 'django-insecure-k3!q7(w2@mz#x5^nb*v4$yt-6r)2hg_fd=3sa+po5iuy'"],
  }),
  named({
    id: 'laravel-app-key',
    label: 'Application key of Laravel',
    group,
    placeholder: '[REDACTED:secret]',
    keywords: ['app_key'],
    pattern: 'base64:[A-Za-z0-9+/]{43}=',
    edges: 'none',
    examples: ['APP_KEY=base64:j6mlqLJ1WYRHCRIUJnfF8ecxQYVcN2l15pDkf4yNg12='],
  }),
  named({
    id: 'rails-master-key',
    label: 'Master key or secret key base of Rails',
    group,
    placeholder: '[REDACTED:secret]',
    keywords: ['rails_master_key', 'secret_key_base'],
    pattern: '(?:[0-9a-f]{128}|[0-9a-f]{32})',
    examples: [
      'RAILS_MASTER_KEY=6e115e2d0b2c610a052e09eddcef3b70',
      'secret_key_base: 1876f3709713f440837734e170515e77b0d32e6e1a71d231122dd4a135f278e21283d420a910d207a2680010684ce5293c9edcb0d6a290ff9fa0c500d3a2441e',
    ],
  }),
  {
    id: 'kubernetes-secret',
    label: 'Value in a Kubernetes secret',
    group,
    type: 'secret',
    confidence: 'medium',
    placeholder: '[REDACTED:kubernetes-secret]',
    anchor: { at: 'whole' },
    keywords: ['kind: secret', 'kind: "secret"'],
    pattern: '\\n {1,12}[A-Za-z0-9_.-]{1,100}: {0,4}["\']?(?<secret>[A-Za-z0-9+/]{4,700}={0,2})["\']?(?=\\r?\\n|$)',
    edges: 'none',
    validate: [isDataOfKubernetesSecret],
    examples: ['apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  password: cThadjJMa1Ah\n'],
  },
  {
    id: 'kubernetes-secret-json',
    label: 'Value in a Kubernetes secret, as JSON',
    group,
    type: 'secret',
    confidence: 'medium',
    placeholder: '[REDACTED:kubernetes-secret]',
    anchor: { at: 'whole' },
    keywords: ['"kind": "secret"', '"kind":"secret"'],
    pattern: '"[A-Za-z0-9_.-]{1,100}": {0,2}"(?<secret>[A-Za-z0-9+/]{4,700}={0,2})"',
    edges: 'none',
    validate: [isJsonOfKubernetesSecret],
    examples: ['{"kind":"Secret","data":{"password":"cThadjJMa1Ah"}}'],
  },
  key({
    id: 'told-password',
    label: 'Password told in a sentence',
    group,
    confidence: 'medium',
    placeholder: '[REDACTED:password]',
    keywords: ['password', 'passphrase', 'passwort'].flatMap((word) => TOLD.map((verb) => `${word} ${verb} `)),
    pattern: `(?:password|passphrase|passwort) (?:${TOLD.join('|')}) (?:now |still )?["'\`]?(?<secret>[^\\s"'\`,;<>]{5,100}[^\\s"'\`,;<>.:)!?])`,
    caseless: true,
    edges: 'left',
    validate: [isToldPassword],
    examples: ['the db password is hunter2, try it', 'Das Passwort lautet "Tr0ub4dor"'],
  }),
  key({
    id: 'told-secret',
    label: 'Token or key told in a sentence',
    group,
    confidence: 'medium',
    placeholder: '[REDACTED:secret]',
    keywords: ['token', 'key', 'secret'].flatMap((word) => TOLD.map((verb) => `${word} ${verb} `)),
    pattern: `(?:token|key|secret) (?:${TOLD.join('|')}) (?:now |still )?["'\`]?(?<secret>[A-Za-z0-9_+/=-]{16,200})`,
    caseless: true,
    edges: 'left',
    validate: [isNotMadeUp, looksRandom],
    examples: ['my api key is 1HLOHavngoyjcfldMHFSR8ozenSQgc0O and it works'],
  }),
  {
    ...WHOLE,
    id: 'generic-password',
    label: 'Password',
    placeholder: '[REDACTED:password]',
    keywords: PASSWORDS,
    pattern: '[^\\n]{6,2048}',
    validate: [isPasswordValue],
    examples: ['DB_PASSWORD=q8Zv2LkP', 'password: "hunter2!"', '"passwd": "Tr0ub4dor&3"', '--password s3cr3t-Pass'],
  },
  {
    ...WHOLE,
    id: 'generic-secret',
    label: 'Secret, token or key',
    placeholder: '[REDACTED:secret]',
    keywords: SECRETS,
    pattern: '[^\\n]{8,2048}',
    validate: [isSecretValue],
    examples: [
      'INTERNAL_API_KEY=C9Izf6gi0MhKZMcwMiAgu7BTL45T1joJ',
      '"clientSecret": "NZJzWN7saUrYsUuq3i0nw044O93xnfaVtImLZnjK"',
      'access_token: 9eb49da5c35046c46e32f44f438a2cb19f287ff4',
      "curl -H 'X-Api-Key: OITFgss4WUqFuIG1xGqnQ1WS'",
      'https://api.acme.dev/v1/x?api_key=10be006def9a47fd75a171515b6b7d29&page=2',
    ],
  },
  {
    ...WHOLE,
    id: 'password-field',
    label: 'Field of structured data that is called a password',
    confidence: 'high',
    placeholder: '[REDACTED:password]',
    anchor: { at: 'field' },
    keywords: PASSWORDS,
    pattern: '[^]{4,1024}',
    validate: [isPasswordValue],
    examples: ['{"password":"q8Zv2LkPw"}'],
  },
  {
    ...WHOLE,
    id: 'secret-field',
    label: 'Field of structured data that is called a secret, token or key',
    confidence: 'high',
    placeholder: '[REDACTED:secret]',
    anchor: { at: 'field' },
    keywords: SECRETS,
    pattern: '[^]{8,1024}',
    validate: [isSecretValue],
    examples: ['{"clientSecret":"anvil-comet-fable-otter-quartz"}'],
  },
  {
    ...WHOLE,
    id: 'service-key',
    label: 'Key of a service, by a name that ends in `key`',
    placeholder: '[REDACTED:secret]',
    keywords: ['="', '=', "='", ' =', '":', "':", ':', '",', "',", '"', '>', '|', ','].map((sign) => `key${sign}`),
    pattern: '[^\\n]{16,2048}',
    validate: [isServiceKey],
    examples: ['acme_key: C9Izf6gi0MhKZMcwMiAgu7BTL45T1joJ', 'MAPS_KEY="OITFgss4WUqFuIG1xGqnQ1WS"'],
  },
  key({
    id: 'key-in-address',
    label: 'Key in the query of an address',
    group,
    confidence: 'medium',
    placeholder: '[REDACTED:secret]',
    keywords: ['?key=', '&key=', '?sig=', '&sig=', '?code=', '&code=', '?auth=', '&auth='],
    pattern: "[?&](?:key|sig|code|auth)=(?<secret>(?:[^\\s&#\"'<>\\\\`]|'(?=[\\w%])){12,1000})",
    caseless: true,
    edges: 'none',
    validate: [isKeyInAddress],
    examples: ['https://maps.acme.dev/v1/tiles?key=C9Izf6gi0MhKZMcwMiAgu7BTL45T1joJ&zoom=3'],
  }),
];
