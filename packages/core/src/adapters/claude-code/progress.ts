/**
 * Lines of type `progress` (2.1.12 to 2.1.81): what a running tool, hook or subagent reported. In those versions
 * they are up to 92 % of a file. What subagents said is in their own files; here it is only told that they did.
 */
import { wordsOf } from './content.ts';
import { type Line, note } from './line.ts';
import { envelopeAnd, leftovers, object, type Raw, word } from './native.ts';
import { eventOfCall } from './state.ts';
import { mention } from './subagents.ts';

const FIELDS = envelopeAnd();

export function readProgress(line: Line): void {
  const data = object(line.value['data']) ?? {};
  const label = word(data['type']) ?? 'progress';
  const callId = word(line.value['parentToolUseID']);
  const agent = word(data['agentId']);
  if (agent !== undefined) mention(line, callId === undefined ? { id: agent } : { id: agent, callId });
  note(line, 'status', {
    status: { label, detail: detailOf(data) },
    parentId: eventOfCall(line.state, callId),
    extra: leftovers(line.value, FIELDS),
  });
}

function detailOf(data: Raw): string | undefined {
  const message = object(object(data['message'])?.['message']);
  return (
    word(data['hookName']) ??
    word(data['query']) ??
    word(data['taskDescription']) ??
    word(data['toolName']) ??
    word(data['output']) ??
    (message ? wordsOf(message['content']) : undefined)
  );
}
