/** `hansard audit`: recomputes all that a hub says of a transcript, and finds one changed byte. */
import { existsSync, readFileSync } from 'node:fs';
import { Failure, type Transcript } from '@hansard/core';
import { readTranscripts } from '@hansard/core/formats/transcript/read.ts';
import { audit, HubClient, type Seen } from '@hansard/hub/client';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { KnownHubs } from '../hub/known-hubs.ts';

/** Of an id, or all of it. */
const BEGINNING = /^[0-9a-f]{4}[0-9a-f-]{0,32}$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function run(context: Context, args: Arguments): Promise<number> {
  const [given = ''] = args.positionals;
  const hubs = new KnownHubs(context);
  const { url, key, known } = hubs.chosen(args.text('to'));
  const client = new HubClient({ url, key });
  const transcript =
    BEGINNING.test(given) && !existsSync(given) ? await onHub(client, given) : await transcriptIn(given);
  const proof = await client.receipt(transcript.transcriptId);
  const publicKey = known?.publicKey ?? (await client.me()).publicKey;
  const checks = audit(transcript, proof, publicKey, await seenBefore(client, known?.seen));
  const isFine = checks.every(({ ok }) => ok);
  // A log that was rewritten is not taken for the one that was seen.
  if (isFine && known) hubs.keep(url, { ...known, seen: { size: proof.checkpoint.size, root: proof.checkpoint.root } });
  const told = { transcriptId: transcript.transcriptId, hub: url, ok: isFine, checks, receipt: proof.receipt };
  const lines = checks.map(({ ok, check, detail }) => `${ok ? 'ok  ' : 'BAD '} ${check.padEnd(10)}  ${detail}`);
  await context.out.write(args.flag('json') ? `${JSON.stringify(told, null, 2)}\n` : `${lines.join('\n')}\n`);
  return isFine ? 0 : 1;
}

async function onHub(client: HubClient, given: string): Promise<Transcript> {
  const text = given.toLowerCase();
  const id = UUID.test(text) ? text : await client.named(text);
  return (await client.transcript(id)) as unknown as Transcript;
}

async function seenBefore(
  client: HubClient,
  seen: { size: number; root: string } | undefined,
): Promise<Seen | undefined> {
  if (!seen) return undefined;
  return { ...seen, proof: (await client.consistency(seen.size)).proof };
}

async function transcriptIn(path: string): Promise<Transcript> {
  let text: string;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (cause) {
    throw new Failure('file-not-found', `There is no transcript and no file "${path}".`, { cause });
  }
  const { transcripts, problems } = await readTranscripts(text);
  const [transcript] = transcripts;
  const [problem] = problems;
  if (transcript && transcripts.length === 1 && !problem) return transcript;
  const why = problem ? `line ${problem.line}: ${problem.message}` : `${transcripts.length} transcripts`;
  throw new Failure('not-recognised', `${path} is not one transcript: ${why}.`);
}
