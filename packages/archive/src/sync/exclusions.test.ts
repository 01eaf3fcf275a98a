import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, adapters } from '@hansard/core';
import { goldenCases, hostOf, sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { exclusionsOf, matcher } from './exclusions.ts';
import { sync } from './sync.ts';

describe('a pattern', () => {
  it.each([
    ['/home/dev/secret', '/home/dev/secret', true],
    ['/home/dev/secret', '/home/dev/secret/deep/inside', true],
    ['/home/dev/secret', '/home/dev/secrets', false],
    ['/home/*/client-*', '/home/dev/client-a/src', true],
    ['/home/*/client-*', '/home/dev/other', false],
    ['/home/**/private', '/home/dev/a/b/private', true],
    ['/home/**/private', '/home/private', true],
    ['secret', '/home/dev/secret/x', true],
    ['secret', '/home/dev/my-secret', false],
    ['*-secret', '/home/dev/my-secret', true],
    ['C:\\work\\secret', 'C:\\work\\secret\\x', true],
    ['', '/home', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matcher(pattern)(path)).toBe(expected);
  });

  it('of many stars takes no longer for a long name', () => {
    expect(matcher(`${'*a'.repeat(30)}b`)('a'.repeat(100_000))).toBe(false);
  });
});

describe('exclusions', () => {
  const host = (files: Record<string, string>) => new MemoryHost(files, { digest: sha256, home: '/home/dev' });

  it('come from the setting, with ~ for the home folder', async () => {
    const excluded = exclusionsOf(host({}), ['~/client']);
    expect(await excluded.reason('any', '/home/dev/client/api')).toBe('exclude.projects: ~/client');
    expect(await excluded.reason('any', '/home/dev/other')).toBeUndefined();
    expect(await excluded.reason('any', undefined)).toBeUndefined();
  });

  it('come from .hansardignore in the project or above it', async () => {
    const files = {
      '/home/dev/all/.hansardignore': '',
      '/home/dev/some/.hansardignore': '# folders\npackages/private\nagent:one\n',
    };
    const excluded = exclusionsOf(host(files), []);
    expect(await excluded.reason('any', '/home/dev/all/deep')).toBe('/home/dev/all/.hansardignore');
    expect(await excluded.reason('two', '/home/dev/some')).toBeUndefined();
    expect(await excluded.reason('two', '/home/dev/some/packages/private/x')).toBe('/home/dev/some/.hansardignore');
    expect(await excluded.reason('one', '/home/dev/some')).toBe('/home/dev/some/.hansardignore');
  });
});

describe('an excluded project', () => {
  let home: string;
  let archive: Archive;
  let machine: MemoryHost;
  const NOW = '2026-01-01T00:00:00.000Z';

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'hansard-exclude-'));
    const golden = goldenCases().find(({ name, agent }) => name === 'basic' && agent.startsWith('claude'));
    if (!golden) throw new Error('the case is gone');
    machine = hostOf(golden, { env: { HANSARD_HOME: home } });
    archive = await Archive.open(machine, adapters);
  });
  afterEach(() => {
    archive.close();
    rmSync(home, { recursive: true, force: true });
  });

  const run = (projects: readonly string[], all: readonly Adapter[] = adapters) =>
    sync({ archive, adapters: all, host: machine, now: NOW, exclusions: exclusionsOf(machine, projects) });

  it('leaves no bytes, no events and no words, and comes in once it is no longer excluded', async () => {
    const first = await run(['**']);
    const counts = first.agents.reduce((sum, { files }) => sum + files.excluded, 0);
    expect(counts).toBeGreaterThan(0);
    expect(archive.sizes()).toEqual({ sessions: 0, events: 0 });
    expect(archive.originals.sizes().blocks).toBe(0);
    // Nothing is opened again while it stays excluded.
    const again = await run(['**']);
    expect(again.agents.reduce((sum, { files }) => sum + files.excluded, 0)).toBe(counts);
    await run([]);
    expect(archive.sizes().sessions).toBeGreaterThan(0);
  });
});
