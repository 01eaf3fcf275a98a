/** A stretch of text with what was found marked in it. Words of the session are only ever set as text. */

import type { SearchHit } from '@hansard/client';
import type { ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';
import { shownName } from '../words/names.ts';

export function Snippet({ snippet }: { snippet: SearchHit['snippet'] }) {
  if (!snippet) return <span className="quiet">no text</span>;
  const { text, marks, cutBefore, cutAfter } = snippet;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from = 0, to = 0] of marks) {
    if (from < at || to > text.length) continue;
    parts.push(shownName(text.slice(at, from)), <mark key={from}>{shownName(text.slice(from, to))}</mark>);
    at = to;
  }
  return (
    <span className="snippet" dir="auto">
      {cutBefore && '…'}
      {parts}
      {shownName(text.slice(at))}
      {cutAfter && '…'}
    </span>
  );
}

/** What kind of event it is, in a word or two. */
export function HitKind({ hit: { type, tool, subagent, error } }: { hit: SearchHit }) {
  return (
    <>
      {error && (
        <span className="failed" role="img" aria-label="failed">
          <Icon name="error" />
        </span>
      )}
      {subagent && <Icon name="agents" />}
      <span className="title-words">
        {subagent && <span className="visually-hidden">subagent: </span>}
        {shownName(tool ?? type.replace(/_message$/, '').replaceAll('_', ' '))}
      </span>
    </>
  );
}
