/** A whole document as it was sent: read and checked against the format, with the place of whatever is wrong. */
import type { Transcript } from '@hansard/core';
import type { TranscriptsRead } from '@hansard/core/formats/contract.ts';
import { readTranscripts } from '@hansard/core/formats/transcript/read.ts';
import { transcriptCheck } from '@hansard/core/formats/transcript/validate.ts';
import { NotTaken } from './problems.ts';

const MOST_PROBLEMS = 20;
/** The format's own major version: minor ones only add. */
const MAJOR = /^0\./;

export async function readDocument(text: string): Promise<Transcript> {
  const { transcripts, problems } = (await asOneDocument(text)) ?? (await readTranscripts(text));
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

/**
 * Nearly all that is sent is one document and valid, which costs a fifth of reading it piece by piece. Anything else is
 * read again by what knows all forms, and the place of whatever is wrong.
 */
async function asOneDocument(text: string): Promise<TranscriptsRead | undefined> {
  // A list of events that is there twice is wrong, and parsing does not notice.
  const first = text.indexOf(EVENTS);
  if (first < 0 || text.includes(EVENTS, first + 1)) return undefined;
  try {
    const document = JSON.parse(text) as Transcript;
    return (await transcriptCheck())(document).length === 0 ? { transcripts: [document], problems: [] } : undefined;
  } catch {
    return undefined;
  }
}

const EVENTS = '"events"';

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
