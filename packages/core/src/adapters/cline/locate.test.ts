import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';
import { inputsOf, locate } from './locate.ts';

function hostAt(sessions: string, env: Record<string, string>): MemoryHost {
  const files = { [`${sessions}/s1/s1.json`]: '{}', [`${sessions}/s1/s1.messages.json`]: '{}' };
  return new MemoryHost(files, { digest: sha256, env });
}

describe('cline: where sessions are', () => {
  it.each([
    ['/home/dev/.cline/data/sessions', {}],
    ['/c/data/sessions', { CLINE_DIR: '/c' }],
    ['/d/sessions', { CLINE_DIR: '/c', CLINE_DATA_DIR: '/d' }],
    ['/s', { CLINE_DATA_DIR: '/d', CLINE_SESSION_DATA_DIR: '/s' }],
  ])('%s', async (sessions, env) => {
    const host = hostAt(sessions, env as Record<string, string>);
    const found: string[][] = [];
    for await (const { path, role } of locate(host)) found.push([path, role]);
    expect(found).toEqual([
      [`${sessions}/s1/s1.messages.json`, 'session'],
      [`${sessions}/s1/s1.json`, 'side'],
    ]);
    const whole = await inputsOf(host, `${sessions}/s1/s1.json`);
    expect(whole.map(({ path, role }) => [path, role])).toEqual(found);
  });
});
