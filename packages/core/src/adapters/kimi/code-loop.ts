/** What the loop did, step by step: thoughts, words, calls and their results, and the numbers of each step. */
import { addAnswer, addCall, addNote, addResult, addThought } from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { type Json, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import type { CodeFrame } from './code-wire.ts';
import { exitCodeIn, usageOf } from './native.ts';

const READERS: Readonly<Record<string, (frame: CodeFrame, event: Json) => void>> = {
  'step.begin': (frame, event) => void addNote(frame, 'step.begin', restOf(event, STEP)),
  'content.part': readPart,
  'tool.call': readCall,
  'tool.result': readResult,
  'step.end': readStepEnd,
};

const STEP: ReadonlySet<string> = new Set(['type', 'uuid']);

export function readLoopEvent(frame: CodeFrame, value: Json): void {
  const event = objectOf(value['event']);
  const type = stringOf(event['type']) ?? '';
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader) return;
  const id = wordOf(event['uuid']);
  // A step is named when it begins and when it ends; each is an event.
  const base = type === 'step.end' && id ? `${id}.end` : (id ?? frame.base);
  reader({ ...frame, type, id, base }, event);
}

const PART: ReadonlySet<string> = new Set([...STEP, 'part', 'turnId', 'step', 'stepUuid']);

function readPart(frame: CodeFrame, event: Json): void {
  const part = objectOf(event['part']);
  const extra = restOf(event, PART);
  const beside = { ...servedBy(frame), extra };
  if (part['type'] === 'think') {
    addThought(frame, stringOf(part['think']) ?? '', { ...beside, extra: restOf({ ...extra, ...part }, THINK) });
  } else if (typeof part['text'] === 'string') addAnswer(frame, part['text'], beside);
  else addNote(frame, 'content.part', { ...extra, part });
}

const THINK: ReadonlySet<string> = new Set(['type', 'think']);

function servedBy({ state: { model, provider } }: CodeFrame) {
  return { ...(model ? { model } : {}), ...(provider ? { provider } : {}) };
}

const CALL: ReadonlySet<string> = new Set([...PART, 'toolCallId', 'name', 'args']);

function readCall(frame: CodeFrame, event: Json): void {
  const callId = wordOf(event['toolCallId']) ?? frame.base;
  const name = stringOf(event['name']) ?? 'unknown';
  addCall(frame, { callId, name, input: event['args'] }, { ...servedBy(frame), extra: restOf(event, CALL) });
}

const RESULT: ReadonlySet<string> = new Set(['output', 'isError']);

function readResult(frame: CodeFrame, event: Json): void {
  const result = objectOf(event['result']);
  const callId = wordOf(event['toolCallId']) ?? frame.base;
  const output = outputOf(result['output']);
  const exitCode = exitCodeIn(output);
  const isFailed = result['isError'] === true || (exitCode !== undefined && exitCode !== 0);
  // Its id would be the call's: a result has none of its own.
  const own = { ...frame, base: `${callId}.result` };
  addResult(own, { callId, output, status: isFailed ? 'error' : 'ok', exitCode, extra: restOf(result, RESULT) });
}

function outputOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

const STEP_END: ReadonlySet<string> = new Set([...STEP, 'usage', 'turnId']);

function readStepEnd(frame: CodeFrame, event: Json): void {
  const usage = usageOf(event['usage'], wordOf(event['messageId']) ?? frame.base);
  const { prompt, tools } = frame.state.briefing;
  const extra = restOf(event, STEP_END);
  addEvent(frame, {
    type: 'meta',
    status: { label: 'step.end' },
    ...servedBy(frame),
    ...(usage ? { usage } : {}),
    ...(usage && prompt ? { promptHash: prompt } : {}),
    ...(usage && tools ? { toolsHash: tools } : {}),
    ...(extra ? { extra } : {}),
  });
}
