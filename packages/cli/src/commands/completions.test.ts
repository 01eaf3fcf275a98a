import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { adapters } from '@hansard/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../settings.ts';
import { buildCommand, TestHome } from '../testing/command.ts';
import { commands } from './index.ts';

let home: TestHome;
beforeAll(() => {
  buildCommand();
  home = new TestHome();
});
afterAll(() => home.remove());

const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;
const script = (shell: string) => home.run(['completions', shell]).out;

describe.skipIf(!has('bash'))('in bash', () => {
  const complete = (...words: string[]) => {
    writeFileSync(home.file('completions.bash'), script('bash'));
    const line = `source completions.bash; COMP_WORDS=(hansard ${words.map((word) => `'${word}'`).join(' ')});
      COMP_CWORD=${words.length}; _hansard; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { out, err } = home.spawn('bash', ['-c', line]);
    expect(err).toBe('');
    return out.trim().split('\n');
  };

  it('completes commands, options and values', () => {
    expect(complete('')).toEqual([
      ...commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
      '--help',
      '--version',
    ]);
    expect(complete('con')).toEqual(['convert', 'config']);
    expect(complete('convert', '--l')).toEqual(['--lines']);
    expect(complete('sessions', '--agent', '')).toEqual(adapters.map(({ id }) => id));
    expect(complete('show', '--role', 'a')).toEqual(['assistant']);
    expect(complete('config', 's')).toEqual(['set']);
    expect(complete('config', 'get', '')).toEqual(settings.map(({ key }) => key));
    expect(complete('help', 'sho')).toEqual(['show']);
    expect(complete('completions', '')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  });

  it('leaves files to the shell', () => {
    expect(complete('convert', '')).toEqual(['']);
    expect(script('bash')).toContain('complete -o bashdefault -o default -F _hansard hansard');
  });
});

describe.each(['zsh', 'fish', 'powershell'])('in %s', (shell) => {
  it('names every command, option and choice', () => {
    const text = script(shell);
    for (const { name, options } of commands) {
      expect(text).toContain(name);
      for (const option of options) expect(text).toMatch(new RegExp(`(--|-l )${option.name}\\b`));
    }
    for (const { key } of settings) expect(text).toContain(key);
  });

  it.skipIf(!has(shell))('is valid', () => {
    const { status, err } = home.spawn(shell, ['-n'], { input: script(shell) });
    expect([status, err]).toEqual([0, '']);
  });
});

it('does not know other shells', () => {
  expect(home.run(['completions', 'tcsh'])).toMatchObject({ status: 2, err: expect.stringContaining('bash, zsh') });
});
