/**
 * Keeps how far something was scrolled in the browser's history, so that coming back shows the same. What is in it may
 * still be on its way: it is scrolled as far as it goes until it is tall enough, or the reader scrolls.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { keepWith, usePlace } from '../route/place.ts';

const READER = ['wheel', 'pointerdown', 'keydown'] as const;

/** `is` false: something else of the page is what one comes back to. What stayed in the page is where it was. */
export function useKeptScroll(element: RefObject<HTMLElement | null>, is = true): void {
  const { kept } = usePlace();
  const first = useRef(is ? scrollOf(kept) : 0);
  useEffect(() => (is ? keepWith(() => ({ scroll: element.current?.scrollTop ?? 0 })) : undefined), [element, is]);
  useEffect(() => {
    const [box, wanted] = [element.current, first.current];
    if (!box?.firstElementChild || wanted === 0) return;
    const observer = new ResizeObserver(() => reach());
    const stop = () => {
      observer.disconnect();
      for (const name of READER) box.removeEventListener(name, stop);
    };
    const reach = () => {
      box.scrollTop = wanted;
      if (box.scrollTop >= wanted - 1) stop();
    };
    for (const name of READER) box.addEventListener(name, stop, { passive: true });
    observer.observe(box.firstElementChild);
    return stop;
  }, [element]);
}

function scrollOf(kept: unknown): number {
  const scroll = typeof kept === 'object' && kept !== null ? (kept as { scroll?: unknown }).scroll : undefined;
  return typeof scroll === 'number' && scroll > 0 ? scroll : 0;
}
