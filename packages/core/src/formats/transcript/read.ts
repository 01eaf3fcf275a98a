/** Reads Transcripts from text, in each of their forms. What is not a Transcript is told with its place. */
import { collectTranscripts, type FormatProblem, type TranscriptsRead } from '../contract.ts';
import { readTranscriptPieces } from './read-pieces.ts';

export async function readTranscripts(text: string): Promise<TranscriptsRead> {
  const { transcripts, problems } = await collectTranscripts(readTranscriptPieces([text]));
  return { transcripts, problems: problems.toSorted(byPlace) };
}

const byPlace = (a: FormatProblem, b: FormatProblem): number => a.line - b.line || a.column - b.column;
