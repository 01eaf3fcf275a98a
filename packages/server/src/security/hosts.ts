/**
 * Which hosts a request may name. A page of somebody else can have its name point to this machine and then read what
 * the server answers; the header still has that name. Addresses in numbers cannot be pointed elsewhere.
 */
import { hostname } from 'node:os';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/** Whether only this machine can reach what listens there, or asks from there. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(bracketed(host.replace(/^::ffff:(?=\d+\.)/i, '')));

/** An IPv6 address as it stands in a URL. */
export const bracketed = (host: string): string =>
  (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host).toLowerCase();

export function hostCheck(bound: string): (header: string | undefined) => boolean {
  const own = bracketed(bound);
  if (isLoopback(bound)) return (header) => LOOPBACK.test(nameOf(header)) || nameOf(header) === own;
  const machine = hostname().toLowerCase();
  const names = new Set([own, machine, `${machine.replace(/\..*$/, '')}.local`, 'localhost']);
  return (header) => names.has(nameOf(header)) || ADDRESS.test(nameOf(header));
}

/** Without the port. */
const nameOf = (header: string | undefined): string => (header ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
