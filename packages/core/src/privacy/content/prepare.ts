/**
 * Takes out of an event what leaves nothing behind, before its strings are walked: outputs of tools when the profile
 * wants none. Lists of lines of a file become one text, so that one placeholder stands for them and not hundreds.
 */
import { defined } from '../../reading/defined.ts';
import type { Event } from '../../transcript.ts';
import type { ContentLever } from '../profiles/profile.ts';
import { isPlaceholder } from '../texts/placeholder.ts';

const FILE_KINDS = new Set(['read', 'edit', 'write']);
const DEEPEST = 30;

export function prepareContent(event: Event, content: ContentLever): Event {
  const bare = content.toolOutput === 'none' ? withoutOutput(event) : event;
  const kind = bare.tool?.kind;
  if (content.includeFileContents || kind === undefined || !FILE_KINDS.has(kind)) return bare;
  const { tool, extra } = bare;
  return defined({
    ...bare,
    tool: tool && { ...tool, ...joined('input', tool.input), ...joined('result', tool.result) },
    extra: extra && (joinLines(extra, 0) as Record<string, unknown>),
  });
}

const OUTPUTS = ['output', 'stdout', 'stderr', 'result'] as const;
const OF_RESULTS = ['text', 'parts', 'extra'] as const;

/** The fields that go without a trace but in the receipt. */
export function removedFields(event: Event, { toolOutput }: ContentLever): string[] {
  const { tool } = event;
  if (toolOutput !== 'none' || tool === undefined) return [];
  const own = OUTPUTS.filter((name) => tool[name] !== undefined).map((name) => `tool.${name}`);
  if (event.type !== 'tool_result') return own;
  return [...own, ...OF_RESULTS.filter((name) => event[name] !== undefined)];
}

function withoutOutput(event: Event): Event {
  if (event.tool === undefined) return event;
  const { output, stdout, stderr, result, ...tool } = event.tool;
  if (event.type !== 'tool_result') return { ...event, tool };
  const { text, parts, extra, ...rest } = event;
  return { ...rest, tool } as Event;
}

const joined = (name: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [name]: joinLines(value, 0) };

function joinLines(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    if (value.length > 1 && value.every((item) => typeof item === 'string') && !value.every(isWhole))
      return value.join('\n');
    return value.map((item) => joinLines(item, depth + 1));
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, joinLines(item, depth + 1)]));
}

/** Lists of files, and of what was left out before, stay lists. */
const isWhole = (item: string): boolean => isPlaceholder(item) || (/^[^\s]{1,400}$/.test(item) && /[./\\]/.test(item));
