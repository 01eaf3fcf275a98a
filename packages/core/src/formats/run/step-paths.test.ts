/** A step that ran three times: each time is a session of its own, with its own events, and all of it comes back as it was. */
import { expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { collectTranscripts, type FolderFile, sourceOf } from '../contract.ts';
import { readRuns } from './read.ts';
import { logLine } from './run-log.ts';
import { documentText, lineText } from './run-text.ts';
import { earlierOf, stepPaths } from './step-paths.ts';
import { writeRun } from './write.ts';
import { receiptDocument } from './write-receipt.ts';

const RUN = 'run-20251209-143022-abc123';
const NAMES = { stepId: 'impl-loop', agentKey: 'code-implementer', engine: 'claude-step' };
const at = (second: number) => `2025-12-09T14:30:${String(second).padStart(2, '0')}.000000Z`;

function filesOfLoop(): Record<string, string> {
  const files: Record<string, string> = {};
  let log = '';
  let seq = 0;
  for (const n of [1, 2, 3]) {
    const earlier = n < 3 ? n : undefined;
    const { transcript, receipt } = stepPaths({ ...NAMES, earlier });
    files[`${RUN}/build/${transcript}`] = lineText({ timestamp: at(n), role: 'assistant', content: `Time ${n}` });
    const times = { startedAt: at(n), completedAt: at(n + 1) };
    const result = { ...NAMES, ...times, flowKey: 'build', runId: RUN, model: 'm', failed: false };
    const tokens = { input: n, output: 1 };
    files[`${RUN}/build/${receipt}`] = documentText({
      ...receiptDocument({ ...result, tokens, transcriptPath: transcript }),
      routing: { loop_iteration: n, max_iterations: 3, decision: n < 3 ? 'loop' : 'advance', reason: 'r' },
    });
    for (const [kind, second] of [
      ['step_start', n],
      ['step_end', n + 1],
    ] as const)
      log += logLine({
        ...NAMES,
        runId: RUN,
        ts: at(second),
        kind,
        flowKey: 'build',
        seq: ++seq,
        payload: { execution: n },
      });
  }
  return { ...files, [`${RUN}/events.jsonl`]: log };
}

const read = (files: Record<string, string>) =>
  collectTranscripts(
    readRuns(
      Object.entries(files).map(([path, text]): FolderFile => ({ path, pieces: () => [text] })),
      { digest: sha256 },
    ),
  );

it('gives each time a session of its own', async () => {
  const { transcripts, problems } = await read(filesOfLoop());
  expect(problems).toEqual([]);
  const told = transcripts.map(({ session, events }) => [
    session.nativeId,
    session.run?.iteration,
    events.filter(({ native }) => native?.input === 'events').map(({ id }) => id),
    session.problems,
  ]);
  const native = `${RUN}/build/impl-loop/code-implementer`;
  expect(told).toEqual([
    [`${native}@1`, 1, ['event-1', 'event-2'], undefined],
    [`${native}@2`, 2, ['event-3', 'event-4'], undefined],
    [native, 3, ['event-5', 'event-6'], undefined],
  ]);
  expect(new Set(transcripts.map(({ transcriptId }) => transcriptId)).size).toBe(3);
});

it('writes all of them back', async () => {
  const files = filesOfLoop();
  const { transcripts } = await read(files);
  const written: Record<string, string> = {};
  for (const transcript of transcripts)
    for await (const { path, pieces } of writeRun(sourceOf(transcript), { digest: sha256 })) {
      expect(written).not.toHaveProperty([path]);
      written[path] = '';
      for await (const piece of pieces()) written[path] += String(piece);
    }
  expect(written).toEqual(files);
});

it('takes no other file for an earlier one', () => {
  const paths = ['llm/a-b-claude.jsonl', 'llm/a@1-b-claude.jsonl', 'receipts/a-b@x.json', 'receipts/a-b@.json'];
  expect(paths.map(earlierOf)).toEqual([undefined, undefined, undefined, undefined]);
  expect(earlierOf(stepPaths({ ...NAMES, earlier: 12 }).receipt)).toBe(12);
});
