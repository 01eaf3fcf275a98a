import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';
import { inputsOf, locate } from './locate.ts';

const folder = '/data/.factory/sessions/-p';
const names = ['s1.jsonl', 's1.settings.json', 's1.settings.json.bak', 's2.jsonl'];
const files = Object.fromEntries(names.map((name) => [`${folder}/${name}`, '{}']));
const host = new MemoryHost(files, { digest: sha256, env: { FACTORY_HOME_OVERRIDE: '/data' } });

describe('factory-droid: where sessions are', () => {
  it('follows the variable, and counts settings as no session of their own', async () => {
    const found: string[][] = [];
    for await (const { path, role } of locate(host)) found.push([path.slice(folder.length + 1), role]);
    expect(found).toEqual([
      ['s1.jsonl', 'session'],
      ['s1.settings.json', 'subagent'],
      ['s2.jsonl', 'session'],
    ]);
  });

  it('finds the same inputs from the log and from what lies beside it', async () => {
    const whole = await inputsOf(host, `${folder}/s1.jsonl`);
    expect(whole.map(({ role, facts }) => [role, facts?.nativeId])).toEqual([
      ['session', undefined],
      ['subagent', 's1'],
      ['side', undefined],
    ]);
    for (const name of names.slice(1, 3)) expect(await inputsOf(host, `${folder}/${name}`)).toEqual(whole);
  });
});
