/** `hansard flow` with files of flows, through the real command. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestHome } from '../testing/command.ts';
import { root } from '../testing/repository.ts';

const EXAMPLE = join(root, 'examples', 'flows', 'build.flow.yaml');

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

it('shows the steps of the example', () => {
  const { status, out } = home.run(['flow', 'show', EXAMPLE]);
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/2 +impl-loop +code-implementer +claude-step +repeated up to 3 times until VERIFIED/),
  ]);
});

it('finds flows below the folder, and takes their keys', () => {
  writeFileSync(home.file('one.flow.yaml'), 'key: one\nengine: mock-step\nsteps: [{id: a, agent: b, role: c}]\n');
  expect(home.run(['flow', 'list']).out).toMatch(/one +1 +one\.flow\.yaml/);
  expect(JSON.parse(home.run(['flow', 'show', 'one', '--json']).out)).toMatchObject({
    key: 'one',
    path: 'one.flow.yaml',
  });
  expect(home.run(['flow', 'graph', 'one']).out).toBe('flowchart TD\n  s1["a (b)"]\n');
});

it('tells what is wrong with a file by line and column', () => {
  writeFileSync(home.file('bad.flow.yaml'), 'key: bad\nsteps:\n  - id: ../x\n    agent: b\n    role: c\n');
  const checked = home.run(['flow', 'validate', 'bad.flow.yaml', EXAMPLE]);
  expect(checked.status).toBe(1);
  expect(checked.out).toContain('bad.flow.yaml:3:9: Expected a name of letters');
  expect(checked.out).toContain('build.flow.yaml: valid, 3 steps');
  const shown = home.run(['flow', 'show', 'bad.flow.yaml']);
  expect([shown.status, shown.err]).toEqual([2, expect.stringContaining('(bad-flow)')]);
  expect(home.run(['flow', 'list'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('hansard flow validate'),
  });
});

it('says what is missing', () => {
  expect(home.run(['flow'])).toMatchObject({ status: 2 });
  expect(home.run(['flow', 'show', 'nothing'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('(file-not-found)'),
  });
  expect(home.run(['flow', 'validate'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('Name the file of a flow'),
  });
});
