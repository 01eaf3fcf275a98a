import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { machineNames } from './machine-names.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'maxine-'));
});
afterEach(() => rmSync(home, { recursive: true }));

it('knows the user by the environment and the home folder, and the machine', () => {
  const names = machineNames({ env: { USER: 'maxine', LOGNAME: 'maxine', COMPUTERNAME: 'DESK-7' }, home });
  expect(names.users).toEqual(expect.arrayContaining(['maxine', basename(home)]));
  expect(names.users?.filter((name) => name === 'maxine')).toHaveLength(1);
  expect(names.hosts).toEqual(expect.arrayContaining([hostname(), 'DESK-7']));
  expect(names.people).toEqual([]);
});

it('knows the person as git does', () => {
  const config =
    '[core]\n\tname = not this\n[user]\n\temail = m@example.org\n\tName = "Maxine Muster"\n[alias]\n  name = nor this';
  writeFileSync(join(home, '.gitconfig'), config);
  const { people } = machineNames({ env: { GIT_AUTHOR_NAME: 'M. Muster' }, home });
  expect(people).toEqual(['M. Muster', 'Maxine Muster']);
});
