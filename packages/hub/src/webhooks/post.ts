/**
 * Sends to an address that an admin gave. The name is looked up for this very connection and every address that it has is
 * checked, so that a name that changes its mind leads nowhere; redirects are not followed.
 */
import { lookup as lookUp } from 'node:dns';
import { request as plain } from 'node:http';
import { request as overTls } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const WAIT_MS = 10_000;

/** Addresses of this machine, of networks of one's own, and of nobody. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv6');
}

export const isPrivate = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

export interface PostOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Names that may have private addresses. */
  readonly allowed: readonly string[];
  /** Instead of the machine's own, for tests. */
  readonly lookup?: typeof lookUp | undefined;
}

/** Undefined when it was taken; otherwise why not, in a word. */
export function post({ url, headers, body, allowed, lookup = lookUp }: PostOptions): Promise<string | undefined> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = allowed.includes(host);
  // An address is not looked up.
  if (isIP(host) !== 0 && !isAllowed && isPrivate(host)) return Promise.resolve('private-address');
  const send = target.protocol === 'https:' ? overTls : plain;
  return new Promise((answer) => {
    const sent = send(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        agent: false,
        timeout: WAIT_MS,
        lookup: isAllowed ? (lookup as LookupFunction) : checked(lookup),
      },
      (response) => {
        response.resume();
        const { statusCode = 0 } = response;
        answer(statusCode >= 200 && statusCode < 300 ? undefined : `status-${statusCode}`);
      },
    );
    sent.once('timeout', () => sent.destroy(Object.assign(new Error('late'), { code: 'late' })));
    sent.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? 'failed'));
    sent.end(body);
  });
}

function checked(lookup: typeof lookUp): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [], 0);
      const addresses = found as unknown as { address: string; family: number }[];
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivate(address))) {
        return done(Object.assign(new Error('private'), { code: 'private-address' }), [], 0);
      }
      const [first] = addresses;
      if (options.all) done(null, addresses);
      else done(null, first?.address ?? '', first?.family);
    });
  };
}
