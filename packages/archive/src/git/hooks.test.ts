/** Hooks go in together or not at all, and a hook of ours is known with what others wrote into it. */
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeOf, hookScript } from './hook-script.ts';
import { hookStates, installHooks, uninstallHooks } from './hooks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-hooks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const OPTIONS = { spool: '/home/pat/spool' };
const contents = (at = folder) =>
  readdirSync(at)
    .sort()
    .map((name) => {
      const stat = lstatSync(join(at, name));
      const text = stat.isSymbolicLink() ? readlinkSync(join(at, name)) : readFileSync(join(at, name), 'utf8');
      return [name, text, stat.mode];
    });

/** The disk is full, say, when the third one is written. */
function failing() {
  let asked = 0;
  return {
    get spool(): string {
      if (++asked === 3) throw new Error('no space');
      return OPTIONS.spool;
    },
  };
}

it('takes back those that were put in when one fails', () => {
  writeFileSync(join(folder, 'post-commit'), '#!/bin/sh\necho theirs\n');
  chmodSync(join(folder, 'post-commit'), 0o750);
  symlinkSync('nowhere', join(folder, 'post-rewrite'));
  const before = contents();
  expect(() => installHooks(folder, failing())).toThrow('it is as it was');
  expect(contents()).toEqual(before);
});

it('leaves those of an earlier install as they were, and no folder that was not there', () => {
  installHooks(folder, { spool: '/earlier' });
  const before = contents();
  expect(() => installHooks(folder, failing())).toThrow('it is as it was');
  expect(contents()).toEqual(before);
  expect(() => installHooks(join(folder, 'a', 'b'), failing())).toThrow('it is as it was');
  expect(readdirSync(folder)).not.toContain('a');
});

it('knows a hook from before there was a sum, and what was added to it', () => {
  const earlier = hookScript('post-commit', OPTIONS).replace(/^# SHA-256 .*\n/m, '');
  expect([changeOf(earlier), changeOf(`${earlier}echo mine\n`)]).toEqual([undefined, { added: 'echo mine\n' }]);
  writeFileSync(join(folder, 'post-commit'), earlier);
  expect(hookStates(folder)[0]).toMatchObject({ state: 'ours', changed: false });
  expect(uninstallHooks(folder)).toEqual([]);
  expect(contents()).toEqual([]);
});

it('knows what was written between its lines, before them, and instead of its end', () => {
  const script = hookScript('post-commit', OPTIONS);
  expect(changeOf(script)).toBeUndefined();
  const changed = [
    script.replace('status=0', 'status=1'),
    script.replace('#!/bin/sh\n', '#!/bin/sh\necho mine\n'),
    script.replace('\nexit "$status"\n', '\n'),
  ];
  for (const one of changed) expect(changeOf(one)).toEqual({});
});
