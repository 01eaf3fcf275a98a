/** Words for the messages of a conversation: what a step says where a shape has text and nothing else. */
import type { Event, Part, Transcript } from '../transcript.ts';
import { resultText, wordsOf } from './event-words.ts';
import { jsonText } from './json-text.ts';
import type { AgentStep } from './steps.ts';

/** What was said by several events in one go. */
export function joinedWords(events: readonly Event[]): string {
  return events
    .map((event) => wordsOf(event) ?? '')
    .filter((text) => text !== '')
    .join('\n\n');
}

/** What the model said in a step: its messages, then the words that came with its calls. */
export function stepWords({ messages, calls }: Pick<AgentStep, 'messages' | 'calls'>): string {
  const called = calls.map(({ text }) => text ?? '').filter((text) => text !== '');
  return [joinedWords(messages), ...called].filter((text) => text !== '').join('\n\n');
}

/** What a tool gave back, as text: structured results too, when there is nothing else. */
export function answerText(event: Event): string {
  const { tool, error } = event;
  return resultText(event) ?? (tool?.result === undefined ? (error?.message ?? '') : jsonText(tool.result));
}

/** A result that has no call before it is told as what it is. */
export const strayResult = (event: Event): string =>
  `[result of ${event.tool?.name || 'a tool'}]\n${answerText(event)}`;

/** What stands where a call was never answered: providers refuse a conversation in which something is missing. */
export const NO_RESULT = '[no result]';

export interface ImageData {
  readonly mime: string;
  /** Base64; undefined when the image is not included. */
  readonly data: string | undefined;
  readonly url: string | undefined;
  readonly name: string;
}

export function imagesOf({ parts = [] }: Event, attachments: Transcript['attachments']): ImageData[] {
  return parts.filter(({ type }) => type === 'image').map((part) => imageOf(part, attachments));
}

function imageOf({ hash, mime, url, path }: Part, attachments: Transcript['attachments']): ImageData {
  const attachment =
    hash !== undefined && attachments && Object.hasOwn(attachments, hash) ? attachments[hash] : undefined;
  return {
    mime: mime ?? attachment?.mime ?? 'image/png',
    data: attachment?.data,
    url: url?.startsWith('https://') ? url : undefined,
    name: path ?? url ?? hash ?? 'image',
  };
}
