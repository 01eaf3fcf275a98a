/** The words of an event that a step can hold. */
import { listOf, objectOf } from '../reading/native-values.ts';
import type { Event, Part } from '../transcript.ts';

/** What was said: the text, or else the texts among the parts. Undefined when there is none. */
export function wordsOf({ text, parts }: Event): string | undefined {
  if (text !== undefined) return text;
  const texts = listOf(parts).flatMap((part) => {
    const { type, text } = objectOf(part);
    return (type === 'text' || type === 'reasoning') && typeof text === 'string' ? [text] : [];
  });
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** What came back from a tool. */
export function resultText(event: Event): string | undefined {
  const { tool } = event;
  if (tool?.output !== undefined) return tool.output;
  const words = wordsOf(event);
  if (words !== undefined) return words;
  const streams = [tool?.stdout, tool?.stderr].filter((text) => text);
  return streams.length > 0 ? streams.join('\n') : undefined;
}

/**
 * The parts that say more than the event's own words. Agents that record a message as a list have its text among the
 * parts, too: those that follow one another in the words are passed over.
 */
export function partsBeyond({ type, text, tool, parts = [] }: Event): readonly Part[] {
  const words = type === 'tool_result' ? (tool?.output ?? text) : text;
  if (words === undefined || words === '') return parts;
  let at = 0;
  return parts.filter((part) => {
    if (!isWords(part) || !part.text) return true;
    while (at < words.length && /\s/.test(words.charAt(at)) && !words.startsWith(part.text, at)) at++;
    if (!words.startsWith(part.text, at)) return true;
    at += part.text.length;
    return false;
  });
}

const isWords = ({ type, visibility }: Part): boolean =>
  type === 'text' || (type === 'reasoning' && visibility !== 'private');

/** The first characters of a text; none is cut in half. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
