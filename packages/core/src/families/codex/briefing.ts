/**
 * What the model is given: the base instructions of the session's header, and the tools that the log defines (those of
 * the client in the header, all of them in `additional_tools`). Tools come in groups; each keeps the name of its own.
 */

import type { EventDraft } from '../../adapters/contract.ts';
import { type Briefing, newBriefing, type ToolDraft, tellPrompt, tellTools } from '../../reading/briefing.ts';
import { type Fields, fields, leftovers, list, text } from './native.ts';
import { draft, type Reading, type ThreadState } from './thread-state.ts';

const briefingOf = (state: ThreadState): Briefing => {
  state.briefing ??= newBriefing();
  return state.briefing;
};

/** The header without what has an event of its own, and the text that has one. */
export function withoutInstructions(payload: Fields): { rest: Fields; instructions: string | undefined } {
  const given = payload['base_instructions'];
  const { text: inner, ...about } = fields(given) ?? { text: given };
  const instructions = text(inner);
  if (!instructions) return { rest: payload, instructions: undefined };
  const { base_instructions: _given, ...rest } = payload;
  return { rest: Object.keys(about).length > 0 ? { ...rest, base_instructions: about } : rest, instructions };
}

/** Instructions of the thread that this one was copied from do not hold here. */
export function tellInstructions(r: Reading, instructions: string, native: string, foreign = false): void {
  const briefing = briefingOf(r.state);
  const { prompt } = briefing;
  tellPrompt(r.out, briefing, instructions, draft(r, `${r.record.ref}.system-prompt`, 'system', native));
  if (foreign) briefing.prompt = prompt;
}

/** Fields of the event that tells of tools, and the groups that they came in. */
export function offeredTools(r: Reading, tools: unknown): Pick<EventDraft, 'tools' | 'toolsHash' | 'extra'> {
  const given = fields(tools) ? [tools] : list(tools);
  const drafts = given.flatMap((tool) => definitionsOf(tool));
  if (drafts.length === 0) return tools === undefined ? {} : { extra: { tools } };
  const groups = given.flatMap((group) => (isGroup(group) ? (leftovers(group, INNER) ?? []) : []));
  return {
    ...tellTools(r.out, briefingOf(r.state), drafts),
    ...(groups.length > 0 ? { extra: { toolGroups: groups } } : {}),
  };
}

const INNER: ReadonlySet<string> = new Set(['tools']);
const DEFINED: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'inputSchema']);

const isGroup = (tool: unknown): tool is Fields => Array.isArray(fields(tool)?.['tools']);

function definitionsOf(tool: unknown, namespace?: string): ToolDraft[] {
  if (isGroup(tool) && namespace === undefined) {
    return list(tool['tools']).flatMap((inner) => definitionsOf(inner, text(tool['name']) ?? ''));
  }
  const given = fields(tool);
  const name = text(given?.['name']);
  if (!given || name === undefined) return [{ name: name ?? '', extra: { tool } }];
  const [description, schema] = [text(given['description']), given['parameters'] ?? given['inputSchema']];
  const extra = { ...leftovers(given, DEFINED), ...(namespace ? { namespace } : {}) };
  return [
    {
      name,
      ...(description === undefined ? {} : { description }),
      ...(schema === undefined ? {} : { schema }),
      ...(Object.keys(extra).length > 0 ? { extra } : {}),
    },
  ];
}
