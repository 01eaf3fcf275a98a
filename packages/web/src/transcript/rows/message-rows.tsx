/** What was said: prompts, answers and thoughts. */

import type { ArchivedEvent } from '@hansard/client';
import { partsBeyond, wordsOf } from '@hansard/core/formats/event-words.ts';
import { neutralise, neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { Markdown } from '../content/markdown.ts';
import { oneLine } from '../content/one-line.ts';
import { beginningOf, isLonger } from '../content/output.tsx';
import { LoadWhole } from './load-whole.tsx';
import { PartsView } from './parts-view.tsx';
import { useOpen, useRowTools } from './row-context.ts';
import { RowFrame } from './row-frame.tsx';

export interface EventRowProps {
  row: number;
  depth: number;
  archived: ArchivedEvent;
}

/** Lines of a message before it is folded. */
const LINES = { full: 60, compact: 24, skim: 3, conversation: 60 } as const;

export function MessageRow({ row, depth, archived }: EventRowProps) {
  const { event } = archived;
  const { level } = useRowTools();
  const [open, setOpen] = useOpen(row);
  const [raw] = useOpen(row, 'markdown');
  const words = wordsOf(event) ?? '';
  const lines = LINES[level];
  const long = isLonger(words, lines);
  const shown = open || !long ? words : beginningOf(words, lines);
  const isPrompt = event.type === 'user_message';
  return (
    <RowFrame row={row} depth={depth} kind={isPrompt ? 'prompt' : 'answer'} event={event} words={words}>
      <div className="row-block">
        {!isPrompt && event.model !== undefined && level === 'full' && (
          <p className="row-note">{neutraliseLine(event.model)}</p>
        )}
        {raw ? <pre className="md-plain">{neutralise(shown)}</pre> : <Markdown text={shown} />}
        {long && (
          <button type="button" className="link" aria-expanded={open === true} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show all'}
          </button>
        )}
        <LoadWhole row={row} archived={archived} />
        <PartsView row={row} parts={partsBeyond(event)} said={words} lines={lines} />
      </div>
    </RowFrame>
  );
}

export function ThinkingRow({ row, depth, archived }: EventRowProps) {
  const { event } = archived;
  const [open, setOpen] = useOpen(row);
  const words = wordsOf(event) ?? '';
  const isPrivate = words === '';
  return (
    <RowFrame row={row} depth={depth} kind="thinking" event={event} words={words}>
      <button
        type="button"
        className="row-head"
        aria-expanded={isPrivate ? undefined : open === true}
        disabled={isPrivate}
        onClick={() => setOpen(!open)}
      >
        <b>Thinking</b>
        {!open && <span className="summary">{isPrivate ? 'kept private by the provider' : oneLine(words)}</span>}
      </button>
      {open && <Markdown text={words} />}
      {open && <LoadWhole row={row} archived={archived} />}
    </RowFrame>
  );
}
