/** The transcripts that the golden cases of all adapters become: what every format must be able to take. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from '../transcript.ts';
import { goldenCases } from './fixtures.ts';

export interface GoldenTranscript {
  /** Agent, case and number in it. */
  readonly name: string;
  readonly transcript: Transcript;
}

export function goldenTranscripts(): GoldenTranscript[] {
  return goldenCases().flatMap(({ agent, name, folder }) => {
    const file = join(folder, 'transcripts.json');
    if (!existsSync(file)) return [];
    const transcripts: Transcript[] = JSON.parse(readFileSync(file, 'utf8'));
    return transcripts.map((transcript, index) => ({ name: `${agent} ${name} ${index}`, transcript }));
  });
}
