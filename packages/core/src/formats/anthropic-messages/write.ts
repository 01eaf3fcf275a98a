/**
 * Conversations as requests to Anthropic's messages API, one a line: the system prompt apart, user and assistant in
 * turn, results of tools in the user's messages before anything else.
 */
import { isFailed } from '../../events/tool-outcome.ts';
import { isObject } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import type { FormatContext, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { type ConversationWriter, writeConversations } from '../conversations.ts';
import { jsonText } from '../json-text.ts';
import { answerText, imagesOf, joinedWords, NO_RESULT, stepWords, strayResult } from '../message-words.ts';
import { type AgentStep, callIdOf, modelOf, type Step } from '../steps.ts';

export function writeAnthropicMessages(
  source: TranscriptSource,
  { options = {} }: FormatContext,
): AsyncIterable<string> {
  const reasoning = options['reasoning'] === true;
  return writeConversations(source, (agent) => new RequestWriter(source.header, agent, reasoning));
}

type Block = Readonly<Record<string, unknown>>;
type Role = 'user' | 'assistant';

class RequestWriter implements ConversationWriter {
  readonly #header: TranscriptHeader;
  readonly #agent: string;
  readonly #reasoning: boolean;
  /** The system prompt, until the first message. */
  #system: string[] | undefined = [];
  /** The message that is being made: it is complete when the other one speaks. */
  #open: { role: Role; blocks: Block[] } | undefined;
  #first = true;
  #model: string | undefined;

  constructor(header: TranscriptHeader, agent: string, reasoning: boolean) {
    this.#header = header;
    this.#agent = agent;
    this.#reasoning = reasoning;
  }

  begin(): string {
    return '';
  }

  step(step: Step): string {
    if (step.kind === 'error') return '';
    if (step.kind === 'system' && this.#system) {
      this.#system.push(joinedWords([step.event]));
      return '';
    }
    const head = this.#head();
    if (step.kind === 'agent') {
      this.#model ??= modelOf(step);
      const said = this.#say('assistant', this.#assistantBlocks(step));
      return head + said + this.#say('user', answers(step, this.#header));
    }
    const blocks = step.kind === 'result' ? [textBlock(strayResult(step.event))] : this.#content(step.event);
    return head + this.#say('user', blocks);
  }

  end(): string {
    const known = this.#header.session.agents?.find(({ source }) => source === this.#agent)?.model;
    const model = this.#model ?? known ?? this.#header.session.models?.[0];
    const last = model === undefined ? '' : `,"model":${jsonText(model)}`;
    return `${this.#head()}${this.#close()}]${last}}\n`;
  }

  /** What stands before the messages; once. */
  #head(): string {
    if (!this.#system) return '';
    const system = this.#system.filter((text) => text !== '').join('\n\n');
    this.#system = undefined;
    return `{${system === '' ? '' : `"system":${jsonText(system)},`}"messages":[`;
  }

  /** The message before, when this is somebody else's. */
  #say(role: Role, blocks: readonly Block[]): string {
    if (blocks.length === 0) return '';
    const before = this.#open?.role === role ? '' : this.#close();
    this.#open ??= { role, blocks: [] };
    this.#open.blocks.push(...blocks);
    return before;
  }

  #close(): string {
    if (!this.#open) return '';
    const { role, blocks } = this.#open;
    this.#open = undefined;
    const item = `${this.#first ? '' : ','}${jsonText({ role, content: blocks })}`;
    this.#first = false;
    return item;
  }

  #assistantBlocks({ reasoning, messages, calls }: AgentStep): Block[] {
    const thoughts = this.#reasoning ? joinedWords(reasoning) : '';
    const words = stepWords({ messages, calls });
    return [
      ...(thoughts === '' ? [] : [{ type: 'thinking', thinking: thoughts }]),
      ...(words === '' ? [] : [textBlock(words)]),
      ...calls.map(callBlock),
    ];
  }

  /** Empty text is refused. */
  #content(event: Event): Block[] {
    const words = joinedWords([event]);
    return [...(words === '' ? [] : [textBlock(words)]), ...imageBlocks(event, this.#header)];
  }
}

const textBlock = (text: string): Block => ({ type: 'text', text });

function imageBlocks(event: Event, { attachments }: TranscriptHeader): Block[] {
  return imagesOf(event, attachments).map(({ mime, data, url, name }) => {
    if (data !== undefined) return { type: 'image', source: { type: 'base64', media_type: mime, data } };
    return url === undefined ? textBlock(`[image ${name}]`) : { type: 'image', source: { type: 'url', url } };
  });
}

function callBlock(event: Event): Block {
  const input = event.tool?.input ?? {};
  return {
    type: 'tool_use',
    id: callIdOf(event),
    name: event.tool?.name ?? '',
    input: isObject(input) ? input : { input },
  };
}

/** One for each call, in the order of the calls. */
function answers({ calls, results }: AgentStep, header: TranscriptHeader): Block[] {
  return calls.map((call) => {
    const id = callIdOf(call);
    const own = results.filter((result) => callIdOf(result) === id);
    const text = own.length > 0 ? own.map(answerText).join('\n') : NO_RESULT;
    const images = own.flatMap((result) => imageBlocks(result, header));
    const failed = own.length === 0 || own.some(({ tool }) => isFailed(tool?.status));
    return {
      type: 'tool_result',
      tool_use_id: id,
      content: images.length === 0 ? text : [...(text === '' ? [] : [textBlock(text)]), ...images],
      ...(failed ? { is_error: true } : {}),
    };
  });
}
