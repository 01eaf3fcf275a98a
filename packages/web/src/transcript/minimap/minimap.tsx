/** The whole session beside the list: errors, edits, compactions and waits, and what is in sight. A click goes there. */
import { useEffect, useRef } from 'react';
import type { View } from '../model/groups.ts';
import type { Reader } from '../reader.ts';
import { marksOf } from './marks.ts';

const WIDTH = 14;

export function Minimap({ reader, view }: { reader: Reader; view: View }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { structure } = reader.store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the structure stands for the rows
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const marks = marksOf(reader);
    let frame = 0;
    const draw = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => paint(element, marks, reader.list.sight));
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    const stop = reader.list.subscribe(draw);
    draw();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      stop();
    };
  }, [reader, structure, view]);
  return (
    <canvas
      ref={canvas}
      className="minimap"
      role="img"
      aria-label="Map of the session: errors, edits, compactions and waits"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        jump(reader, event);
      }}
      onPointerMove={(event) => event.buttons === 1 && jump(reader, event)}
    />
  );
}

function jump(reader: Reader, { clientY, currentTarget }: React.PointerEvent<HTMLCanvasElement>): void {
  const { top, height } = currentTarget.getBoundingClientRect();
  const { from, to } = reader.list.sight;
  const share = (clientY - top) / Math.max(1, height);
  // The pointer is in the middle of what comes into sight.
  const way = Math.max(0.000_001, 1 - (to - from));
  reader.list.goToShare(Math.min(1, Math.max(0, (share - (to - from) / 2) / way)));
  reader.load();
}

function paint(canvas: HTMLCanvasElement, marks: readonly Mark[], sight: { from: number; to: number }): void {
  const scale = devicePixelRatio || 1;
  const { clientHeight } = canvas;
  canvas.width = WIDTH * scale;
  canvas.height = clientHeight * scale;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  context.fillStyle = style.getPropertyValue('--minimap-sight');
  context.fillRect(0, sight.from * clientHeight, WIDTH, Math.max(6, (sight.to - sight.from) * clientHeight));
  for (const { at, kind } of marks) {
    context.fillStyle = style.getPropertyValue(`--minimap-${kind}`);
    const wide = kind === 'compaction';
    context.fillRect(wide ? 0 : COLUMNS[kind], at * (clientHeight - 2), wide ? WIDTH : 4, 2);
  }
}

type Mark = ReturnType<typeof marksOf>[number];
const COLUMNS = { edit: 1, wait: 5, error: 9, compaction: 0 } as const;
