/** What the reader has selected in a row, as a link to it would have it. */
import { useEffect, useState } from 'react';
import { type Quote, quoteOf } from './quote.ts';
import { selectedPart, textOf } from './row-text.ts';

export function useSelectedQuote(row: number): Quote | undefined {
  const [quote, setQuote] = useState<Quote>();
  useEffect(() => {
    const look = () => setQuote(selectedQuote(row));
    look();
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [row]);
  return quote;
}

function selectedQuote(row: number): Quote | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const element = document.querySelector(`[data-row="${row}"]`);
  const part = element && selectedPart(element, selection.getRangeAt(0));
  return element && part ? quoteOf(textOf(element), part) : undefined;
}
