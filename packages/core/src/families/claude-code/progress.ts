/**
 * Lines of type `progress` (2.1.12 to 2.1.81): what a running tool, hook or subagent reported. In those versions
 * they are up to 92 % of a file. What subagents said is in their own files; here it is only told that they did. Their
 * numbers are told as well: where the subagent's file is gone, nothing else has them.
 */

import type { EventDraft } from '../../adapters/contract.ts';
import { subagentSource } from '../../events/source-path.ts';
import { wordsOf } from './content.ts';
import { isInherited } from './fork.ts';
import { type Line, note } from './line.ts';
import { envelopeAnd, leftovers, object, type Raw, word } from './native.ts';
import { eventKey, eventOfCall, toldSeen } from './state.ts';
import { mention } from './subagents.ts';
import { numbersOf, sameNumbers, usageOf } from './usage.ts';

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
    ...(agent === undefined ? {} : numbersTold(line, agent, object(object(data['message'])?.['message']))),
  });
}

/** Every record of a message repeats its numbers: they are put on the first one, and corrected. */
function numbersTold(line: Line, agent: string, message: Raw | undefined): Pick<EventDraft, 'model' | 'usage'> {
  const native = object(message?.['usage']);
  const id = word(message?.['id']);
  if (!native || id === undefined) return {};
  const seen = toldSeen(line.state, id);
  const numbers = numbersOf(native, seen.usage);
  if (sameNumbers(seen, numbers)) return {};
  seen.usage = numbers;
  const usage = { ...usageOf(numbers, id, native, isInherited(line)), source: subagentSource(agent) };
  if (seen.first !== undefined) {
    line.out.patch(seen.first, { usage });
    return {};
  }
  seen.first = eventKey(line.id);
  const model = word(message?.['model']);
  return model === undefined ? { usage } : { model, usage };
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
