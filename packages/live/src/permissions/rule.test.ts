/** Which requests a rule fits, and which verdict wins. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicy } from './policy.ts';
import { decide, matches, type Rule, ruleFor, seenFrom } from './rule.ts';

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

  it('for files fits patterns, and nothing that climbs out', () => {
    const source = rule({ kind: 'edit', path: 'src/**' });
    const edit = (path: string) => ({ kind: 'edit' as const, tool: 'edit', path });
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
    const edit = (path: string) => seenFrom({ kind: 'edit', tool: 'Edit', path }, '/home/dev/shop');
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
