/** The studio: runs in a list, a run as a graph that follows what happens, its steps, costs, files, playback and comparison. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { linesOf, runFiles } from '@hansard/core/testing/run-files.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../testing/axe-violations.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';

const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const PLAN = { step: 'plan', agent: 'planner' };
const CODE = {
  step: 'code',
  agent: 'coder',
  engine: 'claude',
  model: 'claude-sonnet-4-20250514',
  at: 10,
  receipt: {
    routing: { loop_iteration: 2, max_iterations: 3, decision: 'advance', reason: 'tests pass' },
    artifacts: ['notes.md'],
  },
};
const SHIP = {
  ...{ flow: 'deploy', step: 'ship', agent: 'shipper', model: 'claude-stub', at: 30, status: 'failed' },
  lines: [
    { role: 'tool', tool_name: 'Read', tool_input: { path: 'burrow' }, tool_output: 'grass' },
    { role: 'tool', tool_name: 'Bash', tool_input: { command: 'ship' }, tool_output: 'no wombat', exit_code: 2 },
    { role: 'tool', tool_name: 'Bash', tool_input: { command: 'wait' } },
  ],
};
const EVIL_STEP = EVIL.slice(0, 20).replaceAll('/', '');
const EVIL_FILE = `build/${EVIL_STEP}-\u202Egpj.exe`;
const line = (kind: string, step: string, payload: object = {}) =>
  linesOf([
    {
      run_id: 'grows',
      ts: '2026-04-01T10:00:30Z',
      kind,
      flow_key: 'build',
      step_id: step,
      agent_key: 'planner',
      payload,
    },
  ]);

const below = (run: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`swarm/runs/${run}/${path}`, text]));

describe.skipIf(!chromiumPath)('the studio', () => {
  let served: ServedPage;
  const put = (run: string, files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(below(run, files))) {
      mkdirSync(dirname(join(served.home, path)), { recursive: true });
      writeFileSync(join(served.home, path), text);
    }
  };
  beforeAll(async () => {
    served = await servePage({
      runs: 'swarm/runs',
      files: {
        ...below('run-one', { ...runFiles('alias-one', [PLAN, CODE, SHIP]), 'build/notes.md': `# Notes ${EVIL}` }),
        ...below('run-two', {
          ...runFiles('run-two', [{ ...PLAN, model: 'sketch-2' }, CODE]),
          'build/notes.md': 'other',
        }),
        ...below('run-evil', {
          ...runFiles(
            'evil\u202Egpj.exe',
            [
              {
                step: EVIL_STEP,
                agent: 'a',
                lines: [
                  { role: EVIL, content: EVIL, timestamp: 'never' },
                  { role: 'tool', tool_name: `${EVIL}\u202E${'wombat'.repeat(40)}`, tool_input: {}, exit_code: 1 },
                ],
              },
            ],
            { title: EVIL, error: EVIL, description: EVIL, status: 'failed' },
          ),
          [EVIL_FILE]: EVIL,
        }),
        ...below('grows', {
          ...runFiles('grows', [PLAN], { status: 'running' }),
          'events.jsonl': line('step_start', 'plan'),
        }),
      },
    });
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  it('lists runs, filtered by what is typed and pressed', async () => {
    const { page, trouble } = await served.open('/runs');
    await page.getByRole('link', { name: 'run-one' }).waitFor();
    expect(await page.locator('.runs-table tbody tr').count()).toBe(4);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'runs-list');
    await page.getByRole('button', { name: 'Stubs', exact: true }).click();
    await expect.poll(() => page.locator('.runs-table tbody tr').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('q')).toBe('is:stub');
    await page.getByRole('button', { name: 'Stubs', exact: true }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('engine:claude flow:build');
    await expect.poll(() => page.locator('.runs-table tbody tr').count()).toBe(2);
    await page.keyboard.type(' tool:x');
    await page.getByRole('alert').waitFor();
    expect(trouble.filter((one) => !one.includes('400'))).toEqual([]);
  });

  it('shows a run as a graph, and each step with transcript, receipt, tools and cost', async () => {
    const { page, trouble } = await served.open('/runs/run-one');
    await page.locator('.step-node').first().waitFor();
    expect(await page.locator('.flow-row').count()).toBe(2);
    expect(await page.locator('.step-node.state-failed .stub-badge').count()).toBe(1);
    await page.locator('.step-node', { hasText: 'code' }).click();
    await expect.poll(() => page.locator('.step-view h2').textContent()).toContain('code');
    await page.locator('.run-message').first().waitFor();
    expect(await page.locator('.run-message time').first().textContent()).toMatch(/10:00/);
    expect(await page.locator('.tool-usage').textContent()).toContain('Bash 1 call, 1 output');
    expect(await page.locator('.step-receipts pre').textContent()).toContain('"decision": "advance"');
    // 100 at $3 and 20 at $15 a million.
    expect(await page.locator('section', { hasText: 'Cost' }).last().count()).toBe(1);
    const cost = page.locator('table', { hasText: 'Money' });
    expect(await cost.locator('tr', { hasText: 'Flow build' }).textContent()).toContain('200');
    expect(await cost.textContent()).toContain('stub');
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'run-graph');
    await page.keyboard.press('k');
    await expect.poll(() => page.locator('.step-view h2').textContent()).toContain('plan');
    await page.getByRole('link', { name: 'Open the session' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/s\//);
    expect(trouble).toEqual([]);
  });

  it('counts the tools of the run by tool and step, and leads from each number to its step', async () => {
    const { page, trouble } = await served.open('/runs/run-one');
    const table = page.locator('.tool-table');
    await table.waitFor();
    expect(await table.locator('thead th').allTextContents()).toEqual(['Step', 'Bash', 'Read', 'All']);
    expect(await table.locator('tbody th').allTextContents()).toEqual(['plan build', 'code build', 'ship deploy']);
    expect(await table.locator('tfoot td').allTextContents()).toEqual([
      '4 calls 3 outputs 1 failed',
      '1 call 1 output ',
      '5 calls 4 outputs 1 failed',
    ]);
    expect(await table.getByRole('link', { name: 'Read in code' }).count()).toBe(0);
    await table.getByRole('link', { name: 'Bash in ship: 2 calls, 1 output, 1 failed' }).click();
    await expect.poll(() => page.locator('.step-view h2').textContent()).toContain('ship');
    await page.getByText('no wombat').waitFor();
    expect(await page.evaluate("document.activeElement.querySelector('.step-view') !== null")).toBe(true);
    expect(new URL(page.url()).searchParams.get('flow')).toBe('deploy');
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'run-tools');
    expect(trouble).toEqual([]);
  });

  it('has transcript, receipt and artefacts of a step beside each other', async () => {
    const { page, trouble } = await served.open('/runs/run-one?flow=build&step=code', {
      viewport: { width: 1440, height: 900 },
    });
    const artefacts = page.locator('.step-artefacts');
    await artefacts.getByRole('button', { name: 'build/notes.md' }).click();
    await artefacts.getByText('# Notes <img').waitFor();
    const places = await page.locator('.step-parts > *').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, top } = (
          part as { getBoundingClientRect(): { left: number; top: number } }
        ).getBoundingClientRect();
        return { left, top };
      }),
    );
    expect(new Set(places.map(({ top }) => top)).size).toBe(1);
    expect(new Set(places.map(({ left }) => left)).size).toBe(3);
    expect(await artefacts.locator('h3').first().textContent()).toBe('Artefacts');
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'run-side-by-side');
    // A step for which no file is named shows those of the run.
    await page.locator('.step-node', { hasText: 'plan' }).click();
    await artefacts.getByText('None is named for this step.').waitFor();
    expect(await artefacts.getByRole('button').allTextContents()).toEqual(['build/notes.md']);
    await page.setViewportSize({ width: 400, height: 800 });
    expect(await page.locator('.step-parts').evaluate((part) => getComputedStyle(part).gridTemplateColumns)).toMatch(
      /^\d[\d.]*px$/,
    );
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await screenshot(page, 'run-side-by-side-phone');
    expect(trouble).toEqual([]);
  });

  it('plays a run again by its log', async () => {
    const { page } = await served.open('/runs/run-one');
    await page.getByRole('slider', { name: 'Moment of the run' }).waitFor();
    await page.getByRole('slider').fill('2');
    await expect.poll(() => page.locator('.step-node.state-running').count()).toBe(1);
    expect(await page.locator('.step-node.state-pending').count()).toBe(2);
    await page.getByRole('button', { name: 'Play the run' }).click();
    await expect.poll(() => page.locator('.step-node.state-pending').count(), { timeout: 10_000 }).toBe(0);
    await page.getByRole('button', { name: 'As it is now' }).click();
    expect(await page.locator('output').textContent()).toBe('Now');
  });

  it('follows a run as it goes on, and keeps what a loop writes over', async () => {
    const { page, trouble } = await served.open('/runs/grows');
    await page.locator('.step-node.state-running', { hasText: 'plan' }).waitFor();
    const first = runFiles('grows', [PLAN], { status: 'running' });
    put('grows', {
      'build/llm/plan-planner-sketch.jsonl': linesOf([
        { timestamp: '2026-04-01T10:05:00.000000Z', role: 'assistant', content: 'The second round.' },
      ]),
      'build/receipts/plan-planner.json': (first['build/receipts/plan-planner.json'] as string).replace(
        'succeeded',
        'failed',
      ),
      'events.jsonl': line('step_start', 'plan') + line('step_end', 'plan', { status: 'failed' }),
    });
    await page.locator('.step-node.state-failed', { hasText: 'plan' }).waitFor();
    await page.getByText('The second round.').waitFor();
    await page.getByRole('link', { name: 'Version 1' }).click();
    await page.getByText('Please plan the wombat.').waitFor();
    expect(trouble).toEqual([]);
  });

  it('compares two runs', async () => {
    const { page, trouble } = await served.open('/runs');
    await page.getByRole('checkbox', { name: 'Compare run-one' }).check();
    await page.getByRole('checkbox', { name: 'Compare run-two' }).check();
    await page.getByRole('link', { name: 'Compare the two chosen runs' }).click();
    await page.locator('tr.change.changed', { hasText: 'plan' }).waitFor();
    expect(await page.locator('tr.change.changed', { hasText: 'plan' }).textContent()).toContain('sketch-1 → sketch-2');
    expect(await page.locator('tr.change.only_a').count()).toBe(1);
    expect(await page.locator('li.change.changed').textContent()).toContain('build/notes.md');
    await screenshot(page, 'runs-compared');
    expect(trouble).toEqual([]);
  });

  it('shows files as text, whatever they say, also on a phone', async () => {
    const { page, trouble } = await served.open('/runs/run-evil', { viewport: { width: 390, height: 800 } });
    await page.locator('.step-node').first().waitFor();
    expect(await page.locator('h1').textContent()).toBe('run-evil');
    expect(await page.locator('.run-head').textContent()).toContain(EVIL);
    expect(await page.locator('.tool-table thead').textContent()).toContain(EVIL);
    await page.locator('.step-artefacts button').click();
    await page.locator('.step-artefacts pre', { hasText: EVIL }).waitFor();
    expect(await page.locator('.runs-page').textContent()).not.toContain('\u202E');
    expect(await page.locator('.runs-page img, .runs-page script').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await screenshot(page, 'run-phone');
    await page.goto(`${served.server.url}/runs/run-one`);
    await page.locator('.runs-table').getByRole('button', { name: 'build/notes.md' }).click();
    await page.getByText('# Notes <img').waitFor();
    expect(trouble).toEqual([]);
  });

  it('says that there is no such run', async () => {
    const { page } = await served.open('/runs/nobody');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain("Run 'nobody' not found");
  });
});
