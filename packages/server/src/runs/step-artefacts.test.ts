/** What steps left behind and which tools they used: with a step, and masked for others as everything is. */
import { runFiles } from '@hansard/core/testing/run-files.ts';
import { afterEach, expect, it } from 'vitest';
import { putRun, syncRuns } from '../testing/run-server.ts';
import { TestServer } from '../testing/test-server.ts';

const SECRET = 'AKIA{{}}QYLPMN5HHHFPZAM2'.replace('{{}}', '');
const STEP = '/api/runs/one/flows/build/steps/plan';
const FILES = {
  ...runFiles('one', [
    {
      ...{ step: 'plan', agent: 'planner', receipt: { artifacts: [{ path: 'notes.md' }, `build/${SECRET}.md`] } },
      lines: [{ role: 'tool', tool_name: `mcp ${SECRET}`, tool_input: {}, tool_output: 'ok' }],
    },
  ]),
  'build/handoff/plan.json': '{}',
  'build/notes.md': '# Notes',
  'build/other.md': '# Other',
  [`build/${SECRET}.md`]: 'kept',
};
let server: TestServer;
afterEach(() => server.stop());

async function start(options: Parameters<typeof TestServer.start>[0]): Promise<void> {
  server = await TestServer.start(options);
  putRun(server.home, 'one', FILES);
  await syncRuns(server);
}

it('are told with its transcript by their names, and with its receipt as that names them', async () => {
  await start({});
  expect((await server.json(`${STEP}/transcript`)).artefacts).toEqual(['build/handoff/plan.json']);
  expect((await server.json(`${STEP}/receipt`)).artefacts).toEqual([
    `build/${SECRET}.md`,
    'build/handoff/plan.json',
    'build/notes.md',
  ]);
  expect((await server.json('/api/runs/one')).tools).toMatchObject([{ tool: `mcp ${SECRET}`, calls: 1 }]);
});

it('tell other machines nothing that the profile takes out', async () => {
  await start({ address: '0.0.0.0' });
  for (const path of [`${STEP}/transcript`, `${STEP}/receipt`, '/api/runs/one']) {
    const response = await server.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect([path, (await response.text()).includes(SECRET)]).toEqual([path, false]);
  }
  expect((await server.json(`${STEP}/receipt`)).artefacts).toContain('build/notes.md');
  expect((await server.json('/api/runs/one')).tools).toMatchObject([{ calls: 1, outputs: 1 }]);
});
