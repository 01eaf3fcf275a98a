/** What an item says, in the pieces in which it was streamed; and for what the agent said at least one piece. */
import type { Event } from '../../transcript.ts';
import { isResultText, spokenText } from './content.ts';
import { type Delta, deltasOf } from './deltas.ts';
import type { UniversalItem } from './event.ts';

type Content = UniversalItem['content'];

/** In how many pieces the text of an event is told, whose item belongs to `parent`. */
export type SpokenPieces = (event: Event, parent: string | undefined) => number;

export function spokenDeltas(event: Event, { content }: UniversalItem): Delta[] {
  const text = event.text ?? '';
  const chunks = event.native?.synthetic || isResultText(event) ? [] : (event.chunks ?? []);
  if (chunks.length === 0 && event.type !== 'assistant_message') return [];
  const whole = spokenText(content);
  const recorded = event.text !== undefined && whole.startsWith(text) ? chunks : [];
  if (recorded.length === 0 && event.type !== 'assistant_message') return [];
  return deltasOf(whole, recorded, text.length);
}

/** One of as many pieces as were told once of a text that is now told in another number of them. */
export function pieceOf(deltas: readonly Delta[], piece: number, pieces: number, content: Content): Delta {
  const told = deltas.length > 0 ? deltas : [{ text: spokenText(content), native: false }];
  const own = told[piece];
  if (piece < pieces - 1) return own ?? SILENT;
  // The last has all the rest.
  return piece < told.length
    ? {
        text: told
          .slice(piece)
          .map(({ text }) => text)
          .join(''),
        native: false,
      }
    : SILENT;
}

const SILENT: Delta = { text: '', native: false };
