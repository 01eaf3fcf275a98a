/**
 * The Session Trace Simple Format of the Hugging Face Hub: a header line, then one message a line. Its viewer shows
 * one session a file; of a session with subagents it gets the session's own conversation.
 */
import { isObject } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import type { FileFormat, FormatContext, Holdings, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { type ConversationWriter, isPrimary, isUnsaid, writeConversation } from '../conversations.ts';
import { jsonText } from '../json-text.ts';
import { answerText, joinedWords, stepWords } from '../message-words.ts';
import { type AgentStep, callIdOf, modelOf, type Step, spokenOf } from '../steps.ts';

export const sessionTrace: FileFormat = {
  id: 'session-trace',
  label: 'Session trace',
  description: 'The Session Trace Simple Format that the Hugging Face Hub shows in its viewer.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: false,
  options: [],
  holds: () => HOLDS,
  write: (source: TranscriptSource, _context: FormatContext) =>
    writeConversation(source, new TraceWriter(source.header)),
};

class TraceWriter implements ConversationWriter {
  readonly #header: TranscriptHeader;

  constructor(header: TranscriptHeader) {
    this.#header = header;
  }

  begin(): string {
    const { transcriptId, source, session } = this.#header;
    return line({
      type: 'session',
      harness: source.agent,
      id: session.nativeId ?? transcriptId,
      ...(session.title === undefined ? {} : { name: session.title }),
      timestamp: session.startedAt,
      ...(source.agentVersion ? { harnessVersion: source.agentVersion } : {}),
      ...(session.environment.cwd ? { cwd: session.environment.cwd } : {}),
    });
  }

  step(step: Step): string {
    if (step.kind === 'agent')
      return message(assistant(step)) + step.results.map((event) => message(tool(event))).join('');
    if (step.kind === 'result') return message(tool(step.event));
    if (step.kind === 'error') return '';
    return message({ role: step.kind, content: joinedWords([step.event]), ...timeOf(step.event) });
  }

  end(): string {
    return '';
  }
}

function assistant(step: AgentStep): object {
  const reasoning = joinedWords(step.reasoning);
  const model = modelOf(step);
  return {
    role: 'assistant',
    content: stepWords(step),
    ...(reasoning === '' ? {} : { reasoningContent: reasoning }),
    ...(step.calls.length > 0 ? { toolCalls: step.calls.map(callOf) } : {}),
    ...timeOf(spokenOf(step)[0]),
    ...(model === undefined ? {} : { model }),
  };
}

function callOf(event: Event): object {
  const input = event.tool?.input ?? {};
  const json = jsonText(isObject(input) ? input : { input });
  return { id: callIdOf(event), function: { name: event.tool?.name ?? '', arguments: json } };
}

const tool = (event: Event): object => ({
  role: 'tool',
  content: answerText(event),
  toolCallId: callIdOf(event),
  ...timeOf(event),
});

/** Milliseconds; a time that was not recorded is left out. */
function timeOf(event: Event | undefined): { timestamp?: number } {
  const at = event && !event.timestampSource ? Date.parse(event.timestamp) : Number.NaN;
  return Number.isNaN(at) ? {} : { timestamp: at };
}

const line = (value: object): string => `${jsonText(value)}\n`;
const message = (message: object): string => line({ type: 'message', message });

const HOLDS: Holdings = {
  omits: (event) => !isPrimary(event) || isUnsaid(event),
  header: [
    'source.agent',
    'source.agentVersion',
    'session.nativeId',
    'session.title',
    'session.startedAt',
    'session.environment.cwd',
  ],
  events: {
    user_message: ['type', 'timestamp', 'text'],
    system: ['type', 'timestamp', 'text'],
    assistant_message: ['type', 'timestamp', 'text', 'model'],
    reasoning: ['type', 'timestamp', 'text', 'model'],
    tool_call: ['type', 'timestamp', 'tool.name', 'tool.callId', 'tool.input', 'tool.output', 'model'],
    tool_result: ['type', 'timestamp', 'tool.callId', 'tool.output'],
  },
};
