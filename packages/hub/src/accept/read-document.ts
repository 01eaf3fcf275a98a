/** A whole document as it was sent: read and checked against the format, with the place of whatever is wrong. */
import type { Transcript } from '@hansard/core';
import { readTranscripts } from '@hansard/core/formats/transcript/read.ts';
import { NotTaken } from './problems.ts';

const MOST_PROBLEMS = 20;
/** The format's own major version: minor ones only add. */
const MAJOR = /^0\./;

export async function readDocument(text: string): Promise<Transcript> {
  const { transcripts, problems } = await readTranscripts(text);
  const [first] = problems;
  if (first) {
    const told = problems.slice(0, MOST_PROBLEMS).map(({ pointer, line, column, message }) => ({
      pointer: toldPointer(pointer),
      line,
      column,
      message: toldMessage(message),
    }));
    const detail = `Line ${first.line}, column ${first.column}: ${toldMessage(first.message)}.`;
    throw new NotTaken('bad-document', detail, {
      pointer: toldPointer(first.pointer),
      line: first.line,
      problems: told,
    });
  }
  const [transcript] = transcripts;
  if (!transcript || transcripts.length > 1) {
    throw new NotTaken('bad-document', `One transcript is expected, and ${transcripts.length} were sent.`, {
      pointer: '',
    });
  }
  if (!MAJOR.test(transcript.schemaVersion)) {
    throw new NotTaken('bad-document', 'The document is of a later major version of the format.', {
      pointer: '/schemaVersion',
      line: 1,
    });
  }
  checkIds(transcript);
  return transcript;
}

function checkIds({ transcriptId, events }: Transcript): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(transcriptId)) {
    throw new NotTaken('bad-document', 'transcriptId is a UUID in lower case.', { pointer: '/transcriptId', line: 1 });
  }
  const seen = new Set<string>();
  for (const [i, { id }] of events.entries()) {
    if (seen.has(id)) {
      throw new NotTaken('bad-document', 'Two events have the same id.', { pointer: `/events/${i}/id`, line: 1 });
    }
    seen.add(id);
  }
}

/** Places may be named by what somebody wrote: a long name is not repeated. */
const toldPointer = (pointer: string): string => (pointer.length <= 120 ? pointer : `${pointer.slice(0, 120)}…`);
/** What was expected, without what was found. */
const toldMessage = (message: string): string => message.replace(/,? found .*$/s, '').slice(0, 200);
