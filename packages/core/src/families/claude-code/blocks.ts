/** Content blocks of a model message, one event each. */
import type { EventDraft } from '../../adapters/contract.ts';
import { partOf } from './content.ts';
import { draft, type Line } from './line.ts';
import { leftovers, object, type Raw, text, word } from './native.ts';
import { resultEvent } from './tool-result.ts';
import { toolOf } from './tools.ts';

const KNOWN: ReadonlySet<string> = new Set(['type', 'text', 'thinking', 'id', 'name', 'input']);

export function blockEvent(line: Line, id: string, item: unknown): EventDraft {
  const block = object(item);
  if (!block) return draft(line, id, 'meta');
  switch (block['type']) {
    case 'text':
      return spoken(line, id, 'assistant_message', block, 'text');
    case 'thinking':
    case 'redacted_thinking':
      return thought(line, id, block);
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return callEvent(line, id, block);
    default:
      return otherEvent(line, id, block);
  }
}

function spoken(line: Line, id: string, type: string, block: Raw, field: string): EventDraft {
  const event = draft(line, id, type);
  event.role = 'assistant';
  const words = text(block[field]);
  if (words !== undefined) event.text = words;
  const extra = leftovers(block, KNOWN);
  if (extra) event.extra = extra;
  return event;
}

/** Thinking that came encrypted, or of which only the signature is kept, is there but cannot be read. */
function thought(line: Line, id: string, block: Raw): EventDraft {
  const event = spoken(line, id, 'reasoning', block, 'thinking');
  if (!event.text) event.parts = [{ type: 'reasoning', visibility: 'private' }];
  return event;
}

function callEvent(line: Line, id: string, block: Raw): EventDraft {
  const event = draft(line, id, 'tool_call');
  event.role = 'assistant';
  event.tool = toolOf(word(block['name']) ?? 'unknown', word(block['id']) ?? id);
  event.tool.input = block['input'];
  event.tool.status = 'running';
  const server = word(block['server_name']);
  if (server !== undefined) {
    event.tool.kind = 'mcp';
    event.tool.server = server;
  }
  const extra = leftovers(block, KNOWN);
  if (extra) event.extra = extra;
  return event;
}

/** Results of tools that ran at the provider stand beside their calls; anything else is kept as it is. */
function otherEvent(line: Line, id: string, block: Raw): EventDraft {
  const type = word(block['type']) ?? '';
  if (type.endsWith('tool_result')) return resultEvent(line, id, block);
  const event = draft(line, id, 'meta');
  event.role = 'assistant';
  event.parts = [partOf(block, line.out)];
  return event;
}
