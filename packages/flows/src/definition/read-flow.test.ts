/** Files of flows: what is right is read, what is wrong is told with its place, and nothing in a file hurts whoever reads it. */
import { describe, expect, it } from 'vitest';
import { readFlow } from './read-flow.ts';
import { MAX_LENGTH } from './read-yaml.ts';

const STEP = '  - {id: one, agent: worker, role: Work, engine: mock-step}\n';
const wrong = async (text: string): Promise<string[]> =>
  (await readFlow(text)).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

it('reads a flow', async () => {
  const text = `key: build
engine: claude-step
params: {request: {default: Nothing}}
steps:
  - id: impl-loop
    agent: code-implementer
    role: Do {{request}}
    inputs: [{file: docs/plan.md}, {param: request}]
    loop: {max: 3, until: VERIFIED}
  - {id: critic, agent: code-critic, role: Look, engine: mock-step, inputs: [impl-loop], gate: MERGE, loop: {max: 2, from: impl-loop}}
`;
  const { flow, problems } = await readFlow(text);
  expect(problems).toEqual([]);
  expect(flow).toMatchObject({
    key: 'build',
    steps: [
      {
        id: 'impl-loop',
        loop: { max: 3, until: 'VERIFIED' },
        inputs: [{ file: 'docs/plan.md' }, { param: 'request' }],
      },
      { id: 'critic', gate: 'MERGE', inputs: ['impl-loop'] },
    ],
  });
});

describe('tells what is wrong, and where', () => {
  it.each([
    ['no steps', 'key: a\n', ['1:1 Expected the field steps']],
    ['no text at all', '', [expect.stringMatching(/^1:1 Expected object/)]],
    [
      'an id that is a number',
      `key: a\nsteps:\n  - id: 7\n    agent: b\n    role: c\n    engine: mock-step\n`,
      ['3:9 Expected string'],
    ],
    ['a mistyped field', `key: a\nstep:\n${STEP}steps:\n${STEP}`, ['2:1 Unknown field "step"; did you mean steps?']],
    [
      'a loop without an end',
      `key: a\nsteps:\n  - id: b\n    agent: c\n    role: d\n    engine: mock-step\n    loop: {until: X}\n`,
      ['7:11 Expected the field max'],
    ],
    [
      'no engine',
      `key: a\nsteps:\n  - {id: b, agent: c, role: d}\n`,
      ['3:5 Expected the field engine, here or for the whole flow'],
    ],
    [
      'an engine that is not there',
      `key: a\nsteps:\n  - {id: b, agent: c, role: d, engine: cloude-step}\n`,
      ['3:40 There is no engine cloude-step. Did you mean claude-step?'],
    ],
    ['two steps of one name', `key: a\nsteps:\n${STEP}${STEP}`, ['4:10 There is a step one already']],
    [
      'names that differ by case alone',
      `key: a\nsteps:\n${STEP}${STEP.replace('one', 'ONE')}`,
      [expect.stringContaining('There is a step ONE already'), expect.stringContaining('The files of this step')],
    ],
    [
      'steps that would share files',
      `key: a\nengine: mock-step\nsteps:\n  - {id: a, agent: b-c, role: r}\n  - {id: a-b, agent: c, role: r}\n`,
      ['5:22 The files of this step would be those of the step a'],
    ],
    [
      'an input that comes later',
      `key: a\nengine: mock-step\nsteps:\n  - {id: a, agent: b, role: r, inputs: [z]}\n  - {id: z, agent: b, role: r}\n`,
      ['4:41 There is no step z before this one; a file is written as {file: z}'],
    ],
    [
      'a parameter that is not there',
      `key: a\nengine: mock-step\nsteps:\n  - {id: a, agent: b, role: "Do {{x}}", inputs: [{param: y}]}\n`,
      ['4:29 There is no parameter x', '4:50 There is no parameter y'],
    ],
    [
      'a loop back into another',
      `key: a\nengine: mock-step\nsteps:\n  - {id: a, agent: x, role: r}\n  - {id: b, agent: x, role: r}\n  - {id: c, agent: x, role: r, loop: {max: 2, from: a}}\n  - {id: d, agent: x, role: r, loop: {max: 2, from: b}}\n`,
      ['7:38 The loop goes back into the middle of another one'],
    ],
    ['YAML that is none', 'key: [a\nsteps: b\n', [expect.stringMatching(/^2:\d+ /)]],
    ['a name twice', `key: a\nkey: b\nsteps:\n${STEP}`, ['2:1 The name "key" is there twice']],
    ['two documents', `key: a\nsteps:\n${STEP}---\nkey: b\n`, [expect.stringMatching(/^4:1 .*multiple documents/)]],
  ])('%s', async (_name, text, expected) => {
    expect(await wrong(text)).toEqual(expected);
  });
});

describe('names and paths that lead out are refused', () => {
  const NAMES = [
    '../x',
    '..',
    '.',
    '.hidden',
    'a/b',
    'a\\\\b',
    '/etc',
    'C:',
    'x.',
    'a b',
    '',
    'é',
    'x'.repeat(81),
    'a\\u0000b',
    '-rf',
  ];
  it.each(NAMES.flatMap((name) => ['key', 'id', 'agent'].map((field) => [field, name])))(
    '%s: "%s"',
    async (field, name) => {
      const named = { key: 'k', id: 'i', agent: 'a', [field]: name };
      const text = `key: "${named.key}"\nengine: mock-step\nsteps:\n  - {id: "${named.id}", agent: "${named.agent}", role: r}\n`;
      expect(await wrong(text)).toEqual([expect.stringMatching(/Expected a name of letters/)]);
    },
  );

  const PATHS = ['../secret', '/etc/passwd', 'a/../../b', 'C:\\\\x', '\\\\\\\\host\\\\x', 'a\\\\..\\\\b', 'a\\u0000'];
  it.each(PATHS)('file: "%s"', async (path) => {
    const text = `key: a\nengine: mock-step\nsteps:\n  - {id: a, agent: b, role: r, inputs: [{file: "${path}"}]}\n`;
    expect(await wrong(text)).toEqual(['4:41 Expected a path inside the folder of work']);
  });
});

describe('hostile files', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'.split('').map((c, i) => `${c}: &${c} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
  ].join('\n');
  const cases: Record<string, string> = {
    'a bomb of aliases': bomb,
    'an alias to itself': 'key: &a [*a]\n',
    'an anchor': `key: &k a\nsteps:\n${STEP}`,
    'a merge key': `key: a\nsteps:\n  - <<: {id: x}\n    agent: b\n    role: c\n    engine: mock-step\n`,
    'an unknown tag': `key: !!js/function "x"\nsteps:\n${STEP}`,
    'a tag of a program': `key: !ruby/object:Gem {}\nsteps:\n${STEP}`,
    'open brackets': '['.repeat(MAX_LENGTH),
    'nested dashes': '- '.repeat(MAX_LENGTH / 2),
    'nested keys': '? '.repeat(MAX_LENGTH / 2),
    'many names': Array.from({ length: 9000 }, (_, i) => `k${i}: v`).join('\n'),
    'many tags': '!a '.repeat(MAX_LENGTH / 3),
    'a prototype': `__proto__: {key: a}\nkey: a\nsteps:\n${STEP}`,
    'too long': `# ${'x'.repeat(MAX_LENGTH)}`,
    'zero bytes': 'key: a\0b\n',
    'a list': '- a\n',
  };
  it.each(Object.keys(cases))('%s is refused with a place', async (name) => {
    const { flow, problems } = await readFlow(cases[name] ?? '');
    expect(flow).toBeUndefined();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(9100);
    for (const { line, column } of problems) expect([line > 0, column > 0]).toEqual([true, true]);
  });
});
