/**
 * IP addresses. Those of private networks are rules of their own, so that a profile can keep them. What names no
 * machine stays: loopback, masks, networks, public resolvers, and versions of four parts.
 */
import type { Check, Rule } from '../rule.ts';
import { isVersionNumber, reachOfV4, reachOfV6 } from '../validation/ip-address.ts';

const V4 = '(?<!\\.)[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}(?![.-]?[0-9]|\\.[0-9a-z-]{0,20}\\.)';
/** What follows the first group. */
const V6_REST = '[0-9a-f:]{1,34}[0-9a-f](?:(?:\\.[0-9]{1,3}){3})?';

const v4 =
  (reach: 'public' | 'private'): Check =>
  (value, text, start) =>
    reachOfV4(value) === reach && !isVersionNumber(value, text, start);
const v6 =
  (reach: 'public' | 'private'): Check =>
  (value) =>
    reachOfV6(value) === reach;

/** First groups that registries hand out (RFC 7249 and the registries' own tables), link-local and unique local ones. */
const groups = (prefix: string, last: number): string[] =>
  Array.from({ length: last + 1 }, (_, i) => prefix + i.toString(16).padStart(2, '0'));
const PUBLIC_V6 = ['2001', '2002', '2003', '2c0f'].concat(
  groups('24', 15),
  groups('26', 32),
  groups('28', 7),
  groups('2a', 20),
);
const PRIVATE_V6 = ['fe80', ...groups('fd', 255)];

const common = { type: 'pii', confidence: 'medium' } as const;

export const ips: readonly Rule[] = [
  {
    ...common,
    id: 'ipv4',
    label: 'IPv4 address',
    group: 'ips',
    placeholder: '[REDACTED:ip]',
    anchor: { at: 'digits', min: 4 },
    keywords: [],
    pattern: V4,
    validate: [v4('public')],
    examples: ['203.0.113.77', 'Accepted publickey from 81.2.69.142 port 22', 'http://81.2.69.142:8080/'],
  },
  {
    ...common,
    id: 'ipv4-private',
    label: 'IPv4 address of a private network',
    group: 'private-ips',
    placeholder: '[REDACTED:private-ip]',
    anchor: { at: 'digits', min: 4 },
    keywords: [],
    pattern: V4,
    validate: [v4('private')],
    examples: ['192.168.1.20', 'host=10.20.30.40', '172.16.4.9'],
  },
  {
    ...common,
    id: 'ipv6',
    label: 'IPv6 address',
    group: 'ips',
    placeholder: '[REDACTED:ip]',
    anchor: { at: 'start' },
    keywords: PUBLIC_V6.map((group) => `${group}:`),
    pattern: `(?:${PUBLIC_V6.join('|')}):${V6_REST}`,
    caseless: true,
    validate: [v6('public')],
    examples: ['2001:db8:85a3::8a2e:370:7334', '2a02:8109:9340:136c:a1b2:c3d4:e5f6:789a'],
  },
  {
    ...common,
    id: 'ipv6-private',
    label: 'IPv6 address of a private network or a link',
    group: 'private-ips',
    placeholder: '[REDACTED:private-ip]',
    anchor: { at: 'start' },
    keywords: PRIVATE_V6.map((group) => `${group}:`),
    pattern: `(?:fe80|fd[0-9a-f]{2}):${V6_REST}`,
    caseless: true,
    validate: [v6('private')],
    examples: ['fe80::1c2d:3eff:fe4f:5061', 'fd12:3456:789a::1'],
  },
];
