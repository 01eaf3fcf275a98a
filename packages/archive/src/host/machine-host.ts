/** A machine with nothing on it but its originals in the archive, with paths as that machine writes them. */
import { win32 } from 'node:path';
import type { Host } from '@hansard/core';
import type { Originals } from '../sqlite/originals/originals.ts';
import { originalsHost } from './archived-host.ts';
import { hostWith } from './host-with.ts';

const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|\\\\)/;

export function machineHost(host: Host, originals: Originals, machine: number): Host {
  const [input] = originals.inputs(machine);
  const isWindows = input !== undefined && WINDOWS_PATH.test(input.path);
  return originalsHost(isWindows ? windowsHost(host) : host, originals, machine);
}

function windowsHost(host: Host): Host {
  return hostWith(host, {
    platform: 'win32',
    join: win32.join,
    dirname: win32.dirname,
    basename: (path) => win32.basename(path),
  });
}
