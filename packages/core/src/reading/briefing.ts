/**
 * What a model is given beside the conversation, as facts by hash: its system prompt is an event of its own, its tools are
 * on the event that tells of them, and responses refer to both. Each text is told once for an agent, however often its
 * log repeats it. A reader keeps the briefing in its state.
 */
import type { EventDraft, Output } from '../adapters/contract.ts';
import type { ToolDefinition } from '../transcript.ts';

export interface Briefing {
  /** Hashes of what the model is given from here on. */
  prompt?: string;
  tools?: string;
  /** Beginnings of the hashes of prompts and definitions that some event holds. */
  told: string[];
}

/** A definition before it has its hash. */
export type ToolDraft = Omit<ToolDefinition, 'hash'>;

export type PromptDraft = Pick<EventDraft, 'id' | 'native'> & Partial<EventDraft>;

export const newBriefing = (): Briefing => ({ told: [] });

const LABEL = 'system prompt';
const MOST_TOLD = 400;
const BEGINNING = 'sha256-'.length + 16;

/** Tells of the prompt unless it was told before. Its id is the record's: one made from the text would give it away. */
export function tellPrompt(out: Output, briefing: Briefing, text: string, event: PromptDraft): void {
  const prompt = promptFields(out, briefing, text);
  if (prompt.type === 'system') out.add({ ...event, ...prompt });
}

/** The fields of an event that is a prompt, for agents that keep it as a message. One that repeats it is `meta`. */
export function promptFields(out: Output, briefing: Briefing, text: string) {
  const promptHash = hashOf(out, text);
  briefing.prompt = promptHash;
  const fields = { role: 'system', audience: 'model', promptHash, status: { label: LABEL } };
  return isNew(briefing, promptHash) ? { type: 'system', ...fields, text } : { type: 'meta', ...fields };
}

/** The fields of the event that tells of a list of tools; nothing but its hash where the last list was the same. */
export function tellTools(
  out: Output,
  briefing: Briefing,
  drafts: readonly ToolDraft[],
): Pick<EventDraft, 'tools' | 'toolsHash'> {
  const hashes = drafts.map((draft) => hashOf(out, writtenOut(draft)));
  const toolsHash = hashOf(out, hashes.join('\n'));
  if (briefing.tools === toolsHash) return { toolsHash };
  briefing.tools = toolsHash;
  const tools = hashes.map((hash, i): ToolDefinition => {
    const { name, ...rest } = drafts[i] as ToolDraft;
    return isNew(briefing, hash) ? { hash, name, ...rest } : { hash, name };
  });
  return { tools, toolsHash };
}

/** Says what a response was given, on one of its events. */
export function refer(event: EventDraft, { prompt, tools }: Pick<Briefing, 'prompt' | 'tools'>): void {
  if (prompt !== undefined) event.promptHash = prompt;
  if (tools !== undefined) event.toolsHash = tools;
}

/**
 * A definition by name, description and schema; one that has neither of them by whatever it has. What is nested deeper
 * than anything real cannot be written, and is known by the rest.
 */
function writtenOut({ name, description, schema, extra }: ToolDraft): string {
  const isBare = description === undefined && schema === undefined;
  try {
    return JSON.stringify(isBare && extra ? [name, extra] : [name, description ?? null, schema ?? null]);
  } catch {
    return JSON.stringify([name, description ?? null]);
  }
}

const hashOf = (out: Output, text: string): string => `sha256-${out.digest(text)}`;

function isNew(briefing: Briefing, hash: string): boolean {
  const beginning = hash.slice(0, BEGINNING);
  if (briefing.told.includes(beginning)) return false;
  briefing.told.push(beginning);
  if (briefing.told.length > MOST_TOLD) briefing.told.shift();
  return true;
}
