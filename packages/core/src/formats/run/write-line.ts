/** Events as lines of a run's transcript. A tool call and its result are one line. */
import { isObject, objectOf } from '../../reading/native-values.ts';
import type { Event, Tool } from '../../transcript.ts';
import { resultText, wordsOf } from '../event-words.ts';
import { microTime } from './micro-time.ts';

const ROLES: Readonly<Record<string, string>> = {
  user_message: 'user',
  assistant_message: 'assistant',
  reasoning: 'assistant',
  system: 'system',
  error: 'system',
};

/** Undefined for an event that a run has no line for. */
export function messageLine(event: Event): Record<string, unknown> | undefined {
  const role = Object.hasOwn(ROLES, event.type) ? ROLES[event.type] : undefined;
  if (role === undefined || isRunEvent(event)) return undefined;
  const type = event.type === 'reasoning' || event.type === 'error' ? { type: event.type } : {};
  const content = event.type === 'error' ? (event.error?.message ?? wordsOf(event)) : wordsOf(event);
  return { timestamp: microTime(event.timestamp), role, content: content ?? '', ...type, ...unknownFields(event) };
}

/** The call may be missing, or the result. */
export function toolLine(call: Event | undefined, result: Event | undefined): Record<string, unknown> {
  const first = call ?? result;
  const tool = { ...result?.tool, ...call?.tool };
  const input = call?.tool?.input;
  const output = result && resultText(result);
  const status = result?.tool?.status;
  const duration = result?.tool?.durationMs ?? call?.tool?.durationMs;
  const exitCode = result?.tool?.exitCode;
  return {
    timestamp: microTime(first?.timestamp ?? ''),
    role: 'tool',
    tool_name: tool.name ?? '',
    tool_input: isObject(input) ? input : input === undefined ? {} : { input },
    ...(result ? { [outputField(tool, result)]: output ?? '' } : {}),
    ...(tool.callId === undefined ? {} : { tool_call_id: tool.callId }),
    ...(status === undefined || status === (exitCode ? 'error' : 'ok') ? {} : { status }),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
    ...(duration === undefined ? {} : { duration_ms: Math.round(duration) }),
    ...(call ? unknownFields(call) : {}),
  };
}

/** What a tool read is the content of a line. Where a line had it otherwise, reading has kept that. */
function outputField({ kind }: Partial<Tool>, { extra }: Event): 'content' | 'tool_output' {
  const told = objectOf(extra)['runField'];
  if (told === 'content' || told === 'tool_output') return told;
  return kind === 'read' ? 'content' : 'tool_output';
}

/** Fields that a line had and no event has a place for, as reading kept them. */
function unknownFields({ extra }: Event): Record<string, unknown> {
  return objectOf(objectOf(extra)['runLine']);
}

/** Read from the run's own log or from a receipt, not from a transcript. */
export const isRunEvent = ({ native }: Event): boolean => native?.type === 'receipt' || native?.input === 'events';
