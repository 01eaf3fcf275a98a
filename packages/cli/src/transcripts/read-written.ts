/** Transcripts that Hansard or another program wrote before: shown and converted like native sessions. */
import { Failure, headOf, type Transcript } from '@hansard/core';
import { readTranscripts } from '@hansard/core/formats/transcript/read.ts';

/** Undefined when the bytes do not begin like a transcript. */
export async function readWritten(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<{ transcripts: Transcript[] } | undefined> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) {
    if (parts.length === 0 && !isTranscript(chunk)) return undefined;
    parts.push(Uint8Array.prototype.slice.call(chunk));
  }
  if (parts.length === 0) return undefined;
  const { transcripts, problems } = await readTranscripts(Buffer.concat(parts).toString('utf8'));
  const [problem] = problems;
  if (!problem) return { transcripts };
  const place = `${name}:${problem.line}:${problem.column}`;
  throw new Failure('not-recognised', `${place}: this is no valid transcript: ${problem.message}.`);
}

function isTranscript(head: Uint8Array): boolean {
  const { keys } = headOf(head);
  return keys.includes('schemaVersion') && keys.includes('transcriptId');
}
