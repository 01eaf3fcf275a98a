import { describe, expect, it } from 'vitest';
import { isVersionNumber, reachOfV4, reachOfV6 } from './ip-address.ts';

const V4 = {
  public: ['81.2.69.142', '203.0.113.77', '100.128.0.1', '172.32.0.1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.20', '169.254.169.254', '100.64.0.1'],
  nobody: ['127.0.0.1', '0.0.0.0', '255.255.255.0', '224.0.0.1', '8.8.8.8', '81.2.0.0'],
  undefined: ['256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', ''],
};
const V6 = {
  public: ['2001:db8::1', '2a02:8109:9340:136c:a1b2:c3d4:e5f6:789a', '::ffff:81.2.69.142'],
  private: ['fe80::1', 'fd12:3456:789a::1', 'fe80::1%eth0'],
  nobody: ['::1', '::', '2001:db8::', 'ff02::1'],
  undefined: ['2001:15', '1::2::3', 'g::1', '1:2:3:4:5:6:7:8:9', '::ffff:300.1.1.1'],
};

describe.each([
  ['IPv4', V4, reachOfV4],
  ['IPv6', V6, reachOfV6],
] as const)('%s', (_name, addresses, reach) => {
  it.each(Object.entries(addresses).flatMap(([kind, list]) => list.map((text) => [text, kind])))(
    '%s is %s',
    (text, kind) => {
      expect(String(reach(text))).toBe(kind);
    },
  );
});

it.each([
  ['Chrome/', '120.0.60.99', true],
  ['version: ', '10.10.22.11', true],
  ['update V8 to ', '13.6.233.17', true],
  ['see ', '8.2.4.44', true],
  ['from ', '8.2.4.44', false],
  ['http://', '13.6.233.17', false],
  ['seen ', '81.2.69.142', false],
])('%s%s is a version: %s', (before, value, expected) => {
  expect(isVersionNumber(value, `${before}${value} `, before.length)).toBe(expected);
});
