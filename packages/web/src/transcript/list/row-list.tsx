/** The rows that are in sight. Rows are made once and stay as they are while others come and go around them. */
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ListController } from './list-controller.ts';

interface RowListProps {
  controller: ListController;
  label: string;
  /** One element with `data-row`. */
  row: (row: number, depth: number) => ReactNode;
}

export function RowList({ controller, label, row }: RowListProps) {
  const view = useRef<HTMLElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const window = useRef<HTMLDivElement>(null);
  useSyncExternalStore(controller.subscribe, () => controller.version);
  useLayoutEffect(() => {
    if (!view.current || !space.current || !window.current) return;
    return controller.attach({ view: view.current, space: space.current, window: window.current });
  }, [controller]);
  // What was just put into the page is measured before it is painted.
  useLayoutEffect(() => controller.measure());
  const { first, end } = controller.shown;
  const { ids, depths } = controller.rows;
  return (
    <section
      ref={view}
      className="rows"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
      tabIndex={0}
    >
      <div ref={space} className="rows-space">
        <div ref={window} className="rows-window">
          {Array.from(ids.subarray(first, end), (id, at) => row(id, depths[first + at] ?? 0))}
        </div>
      </div>
    </section>
  );
}
