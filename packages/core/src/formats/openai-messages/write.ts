/** Conversations as arrays of messages of OpenAI's chat completions, one conversation a line. */
import { isObject } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import type { FormatContext, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { type ConversationWriter, writeConversations } from '../conversations.ts';
import { jsonText } from '../json-text.ts';
import { answerText, imagesOf, joinedWords, NO_RESULT, stepWords, strayResult } from '../message-words.ts';
import { type AgentStep, callIdOf, type Step } from '../steps.ts';

export function writeOpenAiMessages(source: TranscriptSource, { options = {} }: FormatContext): AsyncIterable<string> {
  const reasoning = options['reasoning'] === true;
  return writeConversations(source, () => new MessagesWriter(source.header, reasoning));
}

class MessagesWriter implements ConversationWriter {
  readonly #header: TranscriptHeader;
  readonly #reasoning: boolean;
  #first = true;

  constructor(header: TranscriptHeader, reasoning: boolean) {
    this.#header = header;
    this.#reasoning = reasoning;
  }

  begin(): string {
    return '{"messages":[';
  }

  step(step: Step): string {
    return this.#messagesOf(step)
      .map((message) => this.#item(jsonText(message)))
      .join('');
  }

  end(): string {
    return ']}\n';
  }

  #item(text: string): string {
    const item = this.#first ? text : `,${text}`;
    this.#first = false;
    return item;
  }

  #messagesOf(step: Step): object[] {
    if (step.kind === 'agent') return [this.#assistant(step), ...answers(step)];
    if (step.kind === 'error') return [];
    if (step.kind === 'result') return [{ role: 'user', content: strayResult(step.event) }];
    return [{ role: step.kind, content: this.#content(step.event) }];
  }

  #assistant(step: AgentStep): object {
    const words = stepWords(step);
    const thoughts = this.#reasoning ? joinedWords(step.reasoning) : '';
    return {
      role: 'assistant',
      content: words === '' && step.calls.length > 0 ? null : words,
      ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
      ...(step.calls.length > 0 ? { tool_calls: step.calls.map(callOf) } : {}),
    };
  }

  /** Text alone is text; with images it is a list of parts. */
  #content(event: Event): string | object[] {
    const words = joinedWords([event]);
    const images = imagesOf(event, this.#header.attachments);
    if (images.length === 0) return words;
    return [
      ...(words === '' ? [] : [{ type: 'text', text: words }]),
      ...images.map(({ mime, data, url, name }) =>
        data === undefined && url === undefined
          ? { type: 'text', text: `[image ${name}]` }
          : { type: 'image_url', image_url: { url: data === undefined ? url : `data:${mime};base64,${data}` } },
      ),
    ];
  }
}

function callOf(event: Event): object {
  const { tool } = event;
  const input = tool?.input ?? {};
  return {
    id: callIdOf(event),
    type: 'function',
    function: { name: tool?.name ?? '', arguments: jsonText(isObject(input) ? input : { input }) },
  };
}

/** One for each call, in the order of the calls. */
function answers({ calls, results }: AgentStep): object[] {
  return calls.map((call) => {
    const id = callIdOf(call);
    const own = results.filter((result) => callIdOf(result) === id);
    return { role: 'tool', tool_call_id: id, content: own.length > 0 ? own.map(answerText).join('\n') : NO_RESULT };
  });
}
