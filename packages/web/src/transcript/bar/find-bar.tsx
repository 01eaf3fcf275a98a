/** Finds words in the whole session: the server looks, so rows that are not in the page are found too. */
import type { FindResult } from '@hansard/client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import type { Reader } from '../reader.ts';

const WAIT_MS = 180;
const MOST_HITS = 1000;

interface FindBarProps {
  reader: Reader;
  words: string;
  onWords: (words: string | null) => void;
  onClose: () => void;
}

interface Found extends FindResult {
  readonly words: string;
}

export function FindBar({ reader, words, onWords, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(words);
  const found = useFound(reader, words);
  const [at, setAt] = useState(0);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => onWords(text.trim() === '' ? null : text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, onWords]);
  const go = (to: number) => {
    const hits = found?.hits ?? [];
    if (hits.length === 0) return;
    const next = (to + hits.length) % hits.length;
    setAt(next);
    reader.goToFound(hits[next]?.logSeq ?? 0);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer goes to its first hit
  useEffect(() => go(firstBehind(reader, found)), [found]);
  return (
    <search className="find">
      <input
        ref={input}
        className="field"
        type="search"
        aria-label="Find in this session"
        placeholder="Find in this session"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(at + (event.shiftKey ? -1 : 1));
          if (event.key === 'Escape') onClose();
        }}
      />
      <output className="quiet">{countText(found, at, words)}</output>
      <Button icon="up" label="Hit before" onClick={() => go(at - 1)} />
      <Button icon="down" label="Next hit" onClick={() => go(at + 1)} />
      <Button icon="close" label="Close" onClick={onClose} />
    </search>
  );
}

function useFound(reader: Reader, words: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (words === '') {
      setFound(undefined);
      return;
    }
    const controller = new AbortController();
    const { store } = reader;
    store.client.find(store.id, { q: words, limit: MOST_HITS }, { signal: controller.signal }).then(
      (result) => setFound({ ...result, hits: inReadingOrder(reader, result.hits), words }),
      () => {
        if (!controller.signal.aborted) setFound({ hits: [], total: 0, partial: false, words });
      },
    );
    return () => controller.abort();
  }, [reader, words]);
  return found;
}

/** Subagents stand below their calls, wherever their events are in the log. */
function inReadingOrder(reader: Reader, hits: FindResult['hits']): FindResult['hits'] {
  const places = new Map(hits.map(({ logSeq }) => [logSeq, reader.placeOf(logSeq)]));
  return hits.toSorted((a, b) => (places.get(a.logSeq) ?? 0) - (places.get(b.logSeq) ?? 0) || a.logSeq - b.logSeq);
}

/** The first hit at or behind where the reader is. */
function firstBehind(reader: Reader, found: Found | undefined): number {
  const here = reader.cursor.current ?? reader.list.anchor;
  const place = here === undefined ? 0 : (reader.list.placeOf(here) ?? 0);
  return Math.max(0, found?.hits.findIndex(({ logSeq }) => reader.placeOf(logSeq) >= place) ?? 0);
}

function countText(found: Found | undefined, at: number, words: string): string {
  if (words === '') return '';
  if (found?.words !== words) return '…';
  if (found.hits.length === 0) return 'nothing found';
  return `${at + 1} of ${Math.max(found.total, found.hits.length)}${found.partial ? '+' : ''}`;
}
