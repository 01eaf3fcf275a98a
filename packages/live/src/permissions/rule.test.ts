/** Which requests a rule fits, and which verdict wins. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readPolicy } from './policy.ts';
import { decide, matches, type Rule, ruleFor } from './rule.ts';
import { seenFrom } from './seen-from.ts';

const shell = (command: string) => ({ kind: 'shell' as const, tool: 'bash', command });
const rule = (rest: Partial<Rule>): Rule => ({ id: 'r', kind: 'shell', ...rest });

describe('a rule', () => {
  it('made by "always" fits the same command and no other', () => {
    const always = ruleFor(shell('touch a.txt'), 'r');
    expect(matches(always, shell('touch a.txt'))).toBe(true);
    for (const other of ['touch b.txt', 'touch a.txt; rm -rf .', 'touch a.txt b.txt', ' touch a.txt'])
      expect(matches(always, shell(other))).toBe(false);
    expect(matches(always, { kind: 'edit', tool: 'bash', command: 'touch a.txt' })).toBe(false);
  });

  it('for the first words fits whole words', () => {
    const status = rule({ prefix: 'git status' });
    expect(matches(status, shell('git status --short'))).toBe(true);
    expect(matches(status, shell('git statusx'))).toBe(false);
    expect(matches(status, { kind: 'shell', tool: 'bash' })).toBe(false);
  });

  it('for the first words never fits a compound command', () => {
    const joints = [';', '&&', '||', '|', '&', '\n', '`', '$(', '>', '<(', '\\'];
    fc.assert(
      fc.property(fc.constantFrom(...joints), fc.string(), fc.string(), (joint, before, after) => {
        expect(matches(rule({ prefix: 'npm test' }), shell(`npm test ${before}${joint}${after}`))).toBe(false);
      }),
    );
  });

  it('made by "always" fits the same files and no others, whatever they are called', () => {
    const edit = (...paths: string[]) => ({ kind: 'edit' as const, tool: 'edit', paths });
    const always = ruleFor(edit('**', 'a.ts'), 'r');
    expect([matches(always, edit('a.ts', '**')), matches(always, edit('a.ts'))]).toEqual([true, true]);
    expect([matches(always, edit('b.ts')), matches(always, edit('a.ts', 'b.ts'))]).toEqual([false, false]);
  });

  it('made by "always" for what names nothing fits nothing that names something', () => {
    const always = ruleFor({ kind: 'shell', tool: 'bash' }, 'r');
    expect([matches(always, { kind: 'shell', tool: 'bash' }), matches(always, shell('rm -rf .'))]).toEqual([
      true,
      false,
    ]);
    expect(matches(always, { kind: 'shell', tool: 'bash', paths: ['a'] })).toBe(false);
  });

  it('for files fits patterns, and nothing that climbs out', () => {
    const source = rule({ kind: 'edit', path: 'src/**' });
    const edit = (path: string) => ({ kind: 'edit' as const, tool: 'edit', paths: [path] });
    expect(matches(source, edit('src/a/b.ts'))).toBe(true);
    expect(matches(source, edit('src/../etc/passwd'))).toBe(false);
    expect(matches(rule({ kind: 'edit', path: 'src/*.ts' }), edit('src/a/b.ts'))).toBe(false);
  });
});

describe('a policy', () => {
  const policy = readPolicy(
    '{"deny":[{"kind":"shell","prefix":"git push"}],"ask":[{"kind":"shell","prefix":"git"}],"allow":[{"kind":"any"}]}',
    'p.json',
  );

  it('denies before it asks, and asks before it allows', () => {
    expect(decide(policy, shell('git push origin'))?.verdict).toBe('deny');
    expect(decide(policy, shell('git log'))?.verdict).toBe('ask');
    expect(decide(policy, shell('ls'))?.verdict).toBe('allow');
  });

  it.each([
    ['{', 'is no JSON'],
    ['[]', 'is no object'],
    ['{"permit":[]}', '"permit"'],
    ['{"deny":[{"kind":"shel"}]}', '/deny/0/kind'],
    ['{"allow":[{"kind":"shell","glob":"*"}]}', '"glob"'],
  ])('that is wrong is refused with its place: %s', (text, said) => {
    expect(() => readPolicy(text, 'p.json')).toThrow(said);
  });
});

describe('a policy that denies some and allows the rest', () => {
  const policy = {
    deny: [
      { id: 'd1', kind: 'shell', prefix: 'git push' },
      { id: 'd2', kind: 'shell', command: 'npm publish' },
      { id: 'd3', kind: 'any', path: 'secrets/**' },
    ],
    ask: [],
    allow: [{ id: 'a', kind: 'any' }],
  } as const;
  const verdict = (command: string) => [command, decide(policy, shell(command))?.verdict];

  it.each([
    'git push',
    'git  push\torigin',
    ' git push',
    'GIT_DIR=x git push',
    '"git" push',
    "g'i't pu''sh",
    '/usr/bin/git push',
    'npm publish ',
  ])('denies what is plainly denied, however it is written: %s', (command) => {
    expect(verdict(command)).toEqual([command, 'deny']);
  });

  it.each([
    'A=1 B="2 3" git push',
    'git -C . push',
    'git -c a=b push',
    'git status; git push',
    'true && git push',
    'x | git push',
    'git push > log',
    'git pu\\sh',
    'git \\\npush',
    'echo $(git push)',
    'echo `git push`',
    'true\ngit push',
    'sh -c "git push"',
    'env git push',
    'nohup git push',
    'bash <<< "git push"',
    'bash <<EOF\ngit push\nEOF',
    'cd x && npm publish',
    'npm  publish',
    '/usr/bin/env /usr/bin/git push',
  ])('asks where it may hold what is denied: %s', (command) => {
    expect(verdict(command)).toEqual([command, 'ask']);
  });

  it.each(['git status', 'git log --oneline', 'npm test', 'ls | wc -l'])('allows the rest: %s', (command) => {
    expect(verdict(command)).toEqual([command, 'allow']);
  });
});

describe('a policy over files', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hansard-policy-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'secrets'));
  symlinkSync(join(folder, 'secrets'), join(folder, 'link'));
  mkdirSync(join(folder, 'src'));
  symlinkSync('/', join(folder, 'src', 'root'));
  const policy = {
    deny: [{ id: 'd', kind: 'edit', path: 'secrets/**' }],
    ask: [],
    allow: [
      { id: 'a', kind: 'edit', path: 'src/**' },
      { id: 'b', kind: 'edit', path: 'link/**' },
    ],
  } as const;
  const verdict = (...paths: string[]) =>
    decide(policy, seenFrom({ kind: 'edit', tool: 'Edit', paths }, folder))?.verdict;

  it('is not led round by `..`, by links, or by one file among others', () => {
    expect(verdict('src/a.ts', join(folder, 'src/new/b.ts'))).toBe('allow');
    for (const path of ['secrets/key', './secrets/key', 'src/../secrets/key', 'link/key', 'link/new/key'])
      expect([path, verdict(path), verdict('src/a.ts', path)]).toEqual([path, 'deny', 'deny']);
    for (const path of ['src/root/etc/passwd', '../x', '/etc/passwd', 'lib/a.ts'])
      expect([path, verdict(path), verdict('src/a.ts', path)]).toEqual([path, undefined, undefined]);
  });
});

describe('a policy over whatever agents ask', () => {
  const allowed = {
    deny: [{ id: 'd', kind: 'shell', prefix: 'git push' }],
    ask: [],
    allow: [{ id: 'a', kind: 'any' }],
  } as const;
  it('asks for compound commands that may hold what is denied, though everything else is allowed', () => {
    expect(decide(allowed, shell('git push origin'))?.verdict).toBe('deny');
    for (const command of ['cd x && git push', 'true; git push -f', '(git push)', 'echo $(git push)', 'x |\ngit push'])
      expect([command, decide(allowed, shell(command))?.verdict]).toEqual([command, 'ask']);
    expect(decide(allowed, shell('npm test && npm run build'))?.verdict).toBe('allow');
  });

  it('sees files from the folder of the session, and those outside as they are', () => {
    const policy = { deny: [], ask: [], allow: [{ id: 'a', kind: 'edit', path: 'src/**' }] } as const;
    const edit = (path: string) => seenFrom({ kind: 'edit', tool: 'Edit', paths: [path] }, '/home/dev/shop');
    expect(decide(policy, edit('/home/dev/shop/src/a/b.ts'))?.verdict).toBe('allow');
    expect(decide(policy, edit('src/a.ts'))?.verdict).toBe('allow');
    for (const path of [
      '/home/dev/shop/src/../../etc',
      '/src/a.ts',
      '/home/dev/shop-2/src/a.ts',
      '/home/dev/shop/lib/a.ts',
      '../src/a.ts',
    ])
      expect([path, decide(policy, edit(path))]).toEqual([path, undefined]);
  });
});
