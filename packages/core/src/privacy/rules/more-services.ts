/** Tokens of further services that begin with letters of their own. */
import type { Rule } from '../rule.ts';
import { mixesLettersAndDigits } from '../validation/entropy.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { looksRandom } from '../validation/named-value.ts';
import { fake, key } from './shapes.ts';

/** What each service puts before its tokens. */
const PREFIXES = [
  'apify_api_',
  'alcht_',
  'rootly_',
  'ptr_',
  'ramp_sec_',
  'spu-',
  'endr+',
  'NRII-',
  'pgar_',
  'sk_pr_',
  'nvapi-',
  'phc_',
  'phx_',
  'tskey-',
  'pul-',
  'fly_',
  'rnd_',
  'napi_',
  'sbp_',
  'lsv2_pt_',
  'lsv2_sk_',
];
const source = (prefix: string): string => prefix.replace('+', '\\+');

export const moreServices: readonly Rule[] = [
  key({
    id: 'service-token',
    label: 'Token of Apify, Alchemy, Rootly, Portainer, Ramp, Endor Labs, New Relic, Prefect and others',
    keywords: PREFIXES.map((prefix) => prefix.toLowerCase()),
    pattern: `(?:${PREFIXES.map(source).join('|')})[A-Za-z0-9_+/=-]{16,200}`,
    edges: 'left',
    validate: [
      isNotMadeUp,
      mixesLettersAndDigits,
      (value) => looksRandom(value.replace(/^[A-Za-z0-9]{2,6}(?:_[a-z]{2,3}_|[_+-])/, '')),
    ],
    examples: [
      fake('apify_api_{{}}q8Zv2LkPwC9Izf6gi0MhKZMcwMiAgu7BTL45'),
      fake('rootly_{{}}9eb49da5c35046c46e32f44f438a2cb19f287ff49eb49da5c35046c46e32f44f'),
      fake('NRII-{{}}q8Zv2LkPwC9Izf6gi0MhKZMcwMiAgu7B'),
    ],
  }),
  key({
    id: 'jenkins-secret',
    label: 'Secret encrypted by Jenkins',
    keywords: ['{aqaaab'],
    pattern: '\\{AQAAAB[A-Za-z0-9+/]{20,2000}={0,2}\\}',
    edges: 'none',
    examples: [fake('{AQAAABAAA{{}}AAQq8Zv2LkPwC9Izf6gi0MhKZMcwMiAgu7BTL45T1joJ=}')],
  }),
  key({
    id: 'signed-address',
    label: 'Signature of a signed address',
    confidence: 'medium',
    keywords: ['?signature=', '&signature=', 'cloudfront-signature='],
    pattern: '(?:[?&]|CloudFront-)Signature=(?<secret>[A-Za-z0-9_~%+/=-]{40,700})',
    caseless: true,
    edges: 'none',
    validate: [isNotMadeUp, mixesLettersAndDigits],
    examples: [
      'https://d1.cloudfront.net/a.mp4?Expires=1893456000&Signature=q8Zv2LkPwC9Izf6gi0MhKZMcwMiAgu7BTL45T1joJOITFgss4WU__&Key-Pair-Id=K2JCJMDEHXQW5F',
    ],
  }),
];
