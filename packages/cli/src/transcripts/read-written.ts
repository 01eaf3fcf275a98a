/** Transcripts that Hansard or another program wrote before: shown and converted like native sessions. */
import { Failure, headOf, type Transcript } from '@hansard/core';
import { readTranscripts } from '@hansard/core/formats/transcript/read.ts';

/** Transcripts are parsed whole, and Node holds no longer strings. */
const MAX_BYTES = 500_000_000;

/** Undefined when the bytes do not begin like a transcript. */
export async function readWritten(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<{ transcripts: Transcript[] } | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    if (parts.length === 0 && !isTranscript(chunk)) return undefined;
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge(name);
    parts.push(Uint8Array.prototype.slice.call(chunk));
  }
  if (parts.length === 0) return undefined;
  const { transcripts, problems } = await readTranscripts(Buffer.concat(parts).toString('utf8'));
  const [problem] = problems;
  if (!problem) return { transcripts };
  const place = `${name}:${problem.line}:${problem.column}`;
  throw new Failure('not-recognised', `${place}: this is no valid transcript: ${problem.message}.`);
}

function tooLarge(name: string): Failure {
  const remedy = 'Read the native log instead, or keep the transcripts of single sessions apart.';
  return new Failure('unreadable', `${name} is over 500 MB, too large to be read as transcripts.`, { remedy });
}

function isTranscript(head: Uint8Array): boolean {
  const { keys } = headOf(head);
  return keys.includes('schemaVersion') && keys.includes('transcriptId');
}
