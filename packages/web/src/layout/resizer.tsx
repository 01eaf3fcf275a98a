/** The edge between two panes: dragged, or moved with the arrow keys when it has the focus. */
import type { KeyboardEvent, PointerEvent } from 'react';

interface ResizerProps {
  label: string;
  width: number;
  least: number;
  most: number;
  /** Which side of the edge the pane is on. */
  pane: 'before' | 'after';
  onWidth: (width: number) => void;
}

const STEP = 16;

export function Resizer({ label, width, least, most, pane, onWidth }: ResizerProps) {
  const sign = pane === 'before' ? 1 : -1;
  const set = (next: number) => onWidth(Math.round(Math.min(most, Math.max(least, next))));
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    const edge = event.currentTarget;
    const start = event.clientX;
    edge.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => set(width + sign * (moved.clientX - start));
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
    event.preventDefault();
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    set(width + sign * by);
  };
  return (
    <hr
      className="resizer"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
