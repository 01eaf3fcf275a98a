/** Messages inside spans, as the conventions' JSON schemas have them. */
import type { Event } from '../../transcript.ts';
import { joinedWords, stepWords } from '../message-words.ts';
import { type AgentStep, callIdOf } from '../steps.ts';

export type MessagePart = Readonly<Record<string, unknown>>;

/** `timestamp` is an addition: a span has one time for all. */
export interface InputMessage {
  readonly role: 'user' | 'system';
  readonly parts: readonly MessagePart[];
  readonly timestamp: string;
}

export function inputMessage(role: 'user' | 'system', event: Event): InputMessage {
  const words = joinedWords([event]);
  const images = imageParts(event);
  const text = words === '' && images.length > 0 ? [] : [{ type: 'text', content: words }];
  return { role, parts: [...text, ...images], timestamp: event.timestamp };
}

function imageParts({ parts = [] }: Event): MessagePart[] {
  return parts.flatMap(({ type, mime, path, url, hash }) =>
    type === 'image'
      ? [
          {
            type: 'uri',
            modality: 'image',
            ...(mime === undefined ? {} : { mime_type: mime }),
            uri: path ?? url ?? hash ?? '',
          },
        ]
      : [],
  );
}

/** What the model said in one go. */
export function outputMessage({ reasoning, messages, calls }: AgentStep) {
  const words = stepWords({ messages, calls });
  return {
    role: 'assistant',
    parts: [
      ...(reasoning.length > 0 ? [{ type: 'reasoning', content: joinedWords(reasoning) }] : []),
      ...(messages.length > 0 || words !== '' ? [{ type: 'text', content: words }] : []),
      ...calls.map((call) => ({
        type: 'tool_call',
        id: callIdOf(call),
        name: call.tool?.name ?? '',
        ...(call.tool?.input === undefined ? {} : { arguments: call.tool.input }),
      })),
    ],
    finish_reason: finishReason({ calls }),
  };
}

export const finishReason = ({ calls }: Pick<AgentStep, 'calls'>): string => (calls.length > 0 ? 'tool_call' : 'stop');
