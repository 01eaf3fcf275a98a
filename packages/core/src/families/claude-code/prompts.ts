/**
 * System prompts and tool definitions, which recent versions keep (since 2.1.3xx): `api-request-shape` has those of a
 * request, `prompt_snapshot` those of the agent. A response names its request, the request its shape.
 */

import type { EventDraft } from '../../adapters/contract.ts';
import { type Briefing, newBriefing, refer, type ToolDraft, tellPrompt, tellTools } from '../../reading/briefing.ts';
import { recall, remember } from '../../reading/keyed-list.ts';
import { draft, type Line, note } from './line.ts';
import { envelopeAnd, leftovers, list, object, type Raw, text, word } from './native.ts';
import type { ReaderState } from './state.ts';

const FIELDS = envelopeAnd();
const MOST_SHAPES = 24;
const LONGEST_KEY = 64;
/** How the agent puts the sections of its prompt together, and the line that it puts before them. */
const BETWEEN = '\n\n';

const briefingOf = (state: ReaderState): Briefing => {
  state.briefing ??= newBriefing();
  return state.briefing;
};

export function readShape(line: Line): void {
  const { state, value } = line;
  const { shape: told, ...rest } = leftovers(value, FIELDS) ?? {};
  const { system, tools, ...more } = object(told) ?? {};
  const briefing = briefingOf(state);
  const blocks = typeof system === 'string' ? [{ text: system }] : list(system);
  const prompt = blocks.flatMap((block) => text(object(block)?.['text']) ?? []).join(BETWEEN);
  if (prompt !== '') tell(line, briefing, prompt);
  const shape = { ...more, system: blocks.map(withoutText) };
  note(line, 'meta', { ...offer(line, briefing, tools), extra: { ...rest, shape } });
  const key = word(value['shapeHash'])?.slice(0, LONGEST_KEY);
  if (key === undefined) return;
  state.shapes ??= [];
  remember(state.shapes, { k: key, ...pick(briefing) }, MOST_SHAPES);
}

export function readRequest(line: Line): void {
  const { state, value } = line;
  note(line, 'meta', { extra: leftovers(value, FIELDS) });
  const [key, shape] = [keyOf(value['id']), keyOf(value['shapeHash'])];
  if (key === undefined || shape === undefined) return;
  state.asked ??= [];
  remember(state.asked, { k: key, shape }, MOST_SHAPES);
}

/** The prompt without the line before it is told by the record that follows, with that line. */
export function readSnapshot(line: Line, attachment: Raw, fields: Partial<EventDraft>): void {
  const briefing = briefingOf(line.state);
  const { systemPrompt, tools, ...rest } = attachment;
  const sections = list(systemPrompt).flatMap((section) => text(section) ?? []);
  const prefix = word(attachment['cliPrefix']);
  const isWhole = prefix !== undefined && sections.length > 0;
  if (isWhole) tell(line, briefing, [prefix, ...sections].join(BETWEEN));
  const extra = { ...fields.extra, attachment: isWhole ? rest : { ...rest, systemPrompt } };
  note(line, 'meta', { ...fields, ...offer(line, briefing, tools), extra });
}

/** Says on the first event of a response what the model was given. */
export function referToBriefing({ state, value }: Line, event: EventDraft): void {
  const request = keyOf(value['requestRef']);
  const asked = request && state.asked ? recall(state.asked, request) : undefined;
  const shape = asked && state.shapes ? recall(state.shapes, asked.shape) : undefined;
  refer(event, shape ?? state.briefing ?? {});
}

const keyOf = (value: unknown): string | undefined => word(value)?.slice(0, LONGEST_KEY);

const pick = ({ prompt, tools }: Briefing) => ({
  ...(prompt === undefined ? {} : { prompt }),
  ...(tools === undefined ? {} : { tools }),
});

function tell(line: Line, briefing: Briefing, prompt: string): void {
  tellPrompt(line.out, briefing, prompt, draft(line, `${line.id}.system-prompt`, 'system'));
}

const offer = (line: Line, briefing: Briefing, tools: unknown): Partial<EventDraft> =>
  tools === undefined ? {} : tellTools(line.out, briefing, list(tools).map(definitionOf));

/** Where the blocks of a prompt end, and what else is said of them. */
function withoutText(block: unknown): unknown {
  const { text: words, ...rest } = object(block) ?? {};
  return typeof words === 'string' ? { ...rest, characters: words.length } : block;
}

/** As it is in a request, or within what the agent remembers of a tool. */
function definitionOf(value: unknown): ToolDraft {
  const given = object(value);
  const inner = object(given?.['schema']);
  const tool = typeof inner?.['name'] === 'string' ? { ...given, schema: undefined, ...inner } : given;
  const [name, description] = [word(tool?.['name']), text(tool?.['description'])];
  if (!tool || name === undefined) return { name: '', extra: { tool: value } };
  const schema = tool['input_schema'];
  const extra = leftovers(tool, DEFINED);
  const words = description === undefined ? {} : { description };
  return { name, ...words, ...(schema === undefined ? {} : { schema }), ...(extra ? { extra } : {}) };
}

const DEFINED: ReadonlySet<string> = new Set(['name', 'description', 'input_schema']);
