/** A transcript as a trace record, parsed again. */
import { sourceOf } from '../formats/contract.ts';
import { writeRecord } from '../formats/trace-record/write.ts';
import type { Transcript } from '../transcript.ts';
import { sha256 } from './fixtures.ts';

type Step = Record<string, unknown> & {
  tool_calls: Record<string, unknown>[];
  observations: Record<string, unknown>[];
  snippets: Record<string, unknown>[];
  token_usage: Record<string, number>;
};
type Written = Record<string, Record<string, unknown>> & { steps: Step[] };

export async function written(transcript: Transcript): Promise<Written> {
  const pieces: string[] = [];
  for await (const piece of writeRecord(sourceOf(transcript), { digest: sha256 })) pieces.push(piece);
  return JSON.parse(pieces.join(''));
}
