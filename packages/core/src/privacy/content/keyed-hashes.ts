/**
 * Hashes of prompts and tools on their way out. They are of the texts as they were: with the redacted text beside it, a plain
 * hash would let anybody try out what was removed. Keyed, they still say what is the same, and nothing else.
 */
import type { Event } from '../../transcript.ts';
import { placeholdersIn } from '../texts/placeholder.ts';

const KEYED = 'keyed-';
const LENGTH = 32;

export function withKeyedHashes(event: Event, keyed: (text: string) => string): Event {
  const { promptHash, toolsHash, tools } = event;
  if (promptHash === undefined && toolsHash === undefined && tools === undefined) return event;
  const of = (hash: unknown): string => {
    const text = String(hash);
    // What was exchanged already, as a whole or in part, gives nothing away.
    if (text.startsWith(KEYED) || placeholdersIn(text).length > 0) return text;
    return `${KEYED}${keyed(`hash:${text}`).slice(0, LENGTH)}`;
  };
  return {
    ...event,
    ...(promptHash === undefined ? {} : { promptHash: of(promptHash) }),
    ...(Array.isArray(tools) ? { tools: tools.map((tool) => ({ ...tool, hash: of(tool?.hash) })) } : {}),
    ...(toolsHash === undefined ? {} : { toolsHash: of(toolsHash) }),
  };
}
