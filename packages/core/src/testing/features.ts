/** Which rows of the coverage matrix a transcript shows: the judge between what adapters claim and what cases prove. */

import type { Feature } from '../adapters/contract.ts';
import { isSubagentSource } from '../events/source-path.ts';
import type { Event, Part, Transcript } from '../transcript.ts';

const tests: Record<Feature, (event: Event) => boolean> = {
  text: (event) => event.type === 'assistant_message' && Boolean(event.text),
  'tool-calls': (event) => event.type === 'tool_call',
  'tool-results': (event) => event.type === 'tool_result',
  questions: (event) => event.type === 'question',
  permissions: (event) => event.type === 'permission',
  images: (event) => hasPart(event, 'image'),
  // What the user gives to the model: on the message itself, or told beside it to the model or to the user.
  'file-attachments': (event) =>
    (event.role === 'user' || event.audience !== undefined) && Boolean(event.parts?.some(isFile)),
  'session-lifecycle': (event) => event.type === 'session' && Boolean(event.phase),
  errors: (event) => event.type === 'error',
  reasoning: (event) => event.type === 'reasoning',
  'command-execution': (event) =>
    event.type === 'tool_result' &&
    event.tool?.kind === 'shell' &&
    (event.tool.exitCode !== undefined || event.tool.stdout !== undefined),
  'file-changes': (event) => Boolean(event.parts?.some((part) => part.type === 'file_ref' && part.diff)),
  'mcp-tools': (event) => event.tool?.kind === 'mcp',
  'streaming-deltas': (event) => (event.chunks?.length ?? 0) > 0,
  variants: (event) => Boolean(event.variant),
  subagents: (event) => isSubagentSource(event.source),
  usage: (event) => Boolean(event.usage),
};

export function featuresShown(transcripts: readonly Transcript[]): Set<Feature> {
  const shown = new Set<Feature>();
  for (const { events } of transcripts) {
    for (const [feature, test] of Object.entries(tests) as [Feature, (event: Event) => boolean][]) {
      if (!shown.has(feature) && events.some(test)) shown.add(feature);
    }
  }
  return shown;
}

/** A reference to a file, or a picture that came from one. */
const isFile = (part: Part) => part.type === 'file_ref' || (part.type === 'image' && part.path !== undefined);

function hasPart(event: Event, type: string): boolean {
  return Boolean(event.parts?.some((part) => part.type === type));
}
