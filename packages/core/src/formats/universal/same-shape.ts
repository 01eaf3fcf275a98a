/**
 * An event with every field there is, in one order. Events come in hundreds of shapes, and a field of an object whose shape
 * was not met before is looked up slowly: the stream reads dozens of fields of each event. Copying an event into an
 * object that always has the same shape takes a tenth of what that saves.
 */
import type { Event, Tool } from '../../transcript.ts';

export function sameShape(event: Event): Event {
  const seen = Object.assign(emptyEvent(), event);
  if (seen.tool) seen.tool = Object.assign(emptyTool(), seen.tool);
  return seen;
}

type Every<T> = { [Field in keyof Required<T>]: T[Field] | undefined };

/** Checked by the compiler: no field is missing. */
function emptyEvent(): Event {
  const event: Every<Event> = {
    id: '',
    seq: 0,
    timestamp: '',
    type: '',
    role: undefined,
    text: undefined,
    tool: undefined,
    redactions: undefined,
    source: undefined,
    sourceSeq: undefined,
    logSeq: undefined,
    turn: undefined,
    parentId: undefined,
    audience: undefined,
    parts: undefined,
    chunks: undefined,
    startedAt: undefined,
    completedAt: undefined,
    timestampSource: undefined,
    model: undefined,
    provider: undefined,
    variant: undefined,
    promptHash: undefined,
    tools: undefined,
    toolsHash: undefined,
    usage: undefined,
    costMicroUsd: undefined,
    pricing: undefined,
    branch: undefined,
    hidden: undefined,
    withdrawn: undefined,
    phase: undefined,
    permission: undefined,
    question: undefined,
    error: undefined,
    session: undefined,
    status: undefined,
    raw: undefined,
    native: undefined,
    extra: undefined,
  };
  return event as Event;
}

function emptyTool(): Tool {
  const tool: Every<Tool> = {
    name: '',
    callId: undefined,
    kind: undefined,
    input: undefined,
    output: undefined,
    result: undefined,
    status: undefined,
    rawStatus: undefined,
    exitCode: undefined,
    stdout: undefined,
    stderr: undefined,
    durationMs: undefined,
    server: undefined,
  };
  return tool as Tool;
}
