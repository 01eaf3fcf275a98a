/** `hansard live replay`: a recorded wire acts as the agent. */
import { existsSync } from 'node:fs';
import { Failure } from '@hansard/core';
import { replayWire } from '@hansard/live/replay/replay-wire.ts';
import { type WireRecord, WireTail } from '@hansard/live/wire/wire-tail.ts';
import { inputLines } from '../acp/input-lines.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';

/** What somebody waits for at the end of a replay is worth a failure only where it was asked for. */
export async function run(context: Context, args: Arguments): Promise<number> {
  const path = args.positionals[1] ?? '';
  const records = recordsOf(path);
  const lines = inputLines(process.stdin);
  const { status, differences } = await replayWire({
    records,
    hear: async () => (await lines.next()).value,
    say: async (line) => {
      await context.out.write(`${line}\n`);
      await context.out.flush();
    },
    sayError: (line) => void process.stderr.write(`${line}\n`),
    speed: speedOf(args.text('speed')),
    differs: (text) => context.note(`hansard live replay: ${text}`),
  });
  await lines.return(undefined);
  if (differences > 0 && args.flag('strict')) return 1;
  return status;
}

function recordsOf(path: string): WireRecord[] {
  if (!existsSync(path)) throw new Failure('file-not-found', `There is no file ${path}.`);
  const tail = new WireTail(path);
  const records = [...tail.read()].filter(({ dir }) => typeof dir === 'string');
  tail.close();
  if (records.length === 0)
    throw new Failure('not-recognised', `${path} is no recorded wire.`, {
      remedy: 'Wires of agents that Hansard ran are in live/<run>/wire.jsonl in the folder of the archive.',
    });
  // Requests over HTTP have no line to wait for.
  if (
    records.some(({ dir, msg }) => dir === 'in' && typeof msg?.request === 'number' && typeof msg.method === 'string')
  )
    throw new Failure('not-recognised', `${path} is the wire of an agent that is spoken to over HTTP.`, {
      remedy: 'Only agents that speak over standard input and output can be replayed.',
    });
  return records;
}

function speedOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const speed = Number(text);
  if (Number.isFinite(speed) && speed > 0) return speed;
  throw new Failure('bad-argument', `--speed takes a number above 0, not "${text}".`, {
    remedy: '1 is as it was recorded, 10 is ten times as fast.',
  });
}
