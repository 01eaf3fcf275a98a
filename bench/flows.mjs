/**
 * Steps of flows, answered by the stub: how many a second are on the disk, with transcript, receipt and log, and whether any is
 * lost. Target: 200 a second, 0 lost.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { table } from './table.mjs';

const ROUNDS = 100;
const FLOW = `key: build
engine: claude-step
steps:
  - {id: plan, agent: planner, role: Plan the change.}
  - {id: code, agent: coder, role: Make the change., inputs: [plan]}
  - {id: review, agent: critic, role: Judge the change., inputs: [code], loop: {from: code, max: ${ROUNDS}, until: APPROVED}}
`;
/** Plan once, then code and review in each round. */
const STEPS = 1 + 2 * ROUNDS;
const SHORT = FLOW.replace(`max: ${ROUNDS}`, 'max: 1');

export async function flowsTable({ root, scratch }) {
  const { FlowRun, readFlow } = await import(pathToFileURL(path.join(root, 'packages/flows/dist/index.js')).href);
  const rows = [];
  const measure = async (what, text, count, together, steps) => {
    const { flow } = await readFlow(text);
    const wanted = { flows: [{ flow, text }], params: {}, stub: true, directory: scratch, initiator: 'bench' };
    const runs = path.join(scratch, `flows-${rows.length}`);
    const folders = [];
    const one = async () => {
      const run = await FlowRun.begin({ runs }, wanted);
      folders.push(run.folder);
      await run.run();
    };
    const before = process.cpuUsage();
    const start = performance.now();
    for (let n = 0; n < count; n += together) await Promise.all(Array.from({ length: together }, one));
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(before);
    const wantedSteps = count * steps;
    rows.push({
      what,
      'steps a second': Math.round(wantedSteps / seconds),
      'CPU ms a step': ((user + system) / 1000 / wantedSteps).toFixed(2),
      lost: wantedSteps - folders.reduce((sum, folder) => sum + keptIn(folder), 0),
    });
  };
  await measure(`one run of ${STEPS} steps`, FLOW, 1, 1, STEPS);
  await measure('50 runs of 3 steps, one after the other', SHORT, 50, 1, 3);
  await measure(`four runs of ${STEPS} steps at once`, FLOW, 4, 4, STEPS);
  return table('Stub steps of flows (target 200 a second, 0 lost)', rows);
}

/** Steps that have a whole transcript, a receipt and an end in the log. */
function keptIn(folder) {
  const ended = readFileSync(path.join(folder, 'events.jsonl'), 'utf8').split('"step_end"').length - 1;
  const receipts = filesIn(path.join(folder, 'build/receipts')).map((text) => JSON.parse(text));
  const transcripts = filesIn(path.join(folder, 'build/llm')).filter((text) => text.split('\n').length === 4);
  return Math.min(ended, receipts.length, transcripts.length);
}

const filesIn = (folder) => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
