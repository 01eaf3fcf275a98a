/** When what happened: a lane for each agent with its turns, tools and waits. A click goes to the event. */

import type { SessionSource, Timeline, TimeSpan } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useAnswer } from '../../answers/use-answer.ts';
import { api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { navigate, withQuery } from '../../route/place.ts';
import { laneNames } from '../../words/names.ts';
import { counted } from '../../words/numbers.ts';
import { durationText } from '../../words/times.ts';
import type { Reading } from '../use-reader.ts';
import { AXIS, drawingOf, heightOf, LANE, paintLanes, spanAt, stepAt } from './lanes-canvas.ts';

const WIDEST = 16;

export function TimelineView({ reading }: { reading: Reading }) {
  const { store } = reading;
  const { data, error, reload } = useAnswer(`timeline ${store.id} ${store.lastSeq}`, (signal) =>
    api.timeline(store.id, { signal }),
  );
  if (error !== undefined && !data) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <p className="nothing">Reading the times…</p>;
  if (data.lanes.every(({ spans }) => spans.length === 0)) return <p className="nothing">No times were recorded.</p>;
  const goTo = (seq: number) => {
    navigate(withQuery({ tab: null }));
    reading.reader.goTo(seq);
  };
  return (
    <div className="timeline">
      <Slowest timeline={data} onGo={goTo} />
      <Lanes timeline={data} sources={store.detail?.sources ?? []} onGo={goTo} />
    </div>
  );
}

function Slowest({ timeline, onGo }: { timeline: Timeline; onGo: (seq: number) => void }) {
  const most = timeline.concurrency.reduce((n, { n: at }) => Math.max(n, at), 0);
  return (
    <div className="slowest">
      <h2>Slowest</h2>
      {timeline.slowest.map((span) => (
        <Button key={span.logSeq} look="framed" onClick={() => onGo(span.logSeq)}>
          {neutraliseLine(span.name).slice(0, 40)} <b>{durationText(span.to - span.from)}</b>
        </Button>
      ))}
      {most > 1 && <span className="quiet">up to {most} agents at the same time</span>}
    </div>
  );
}

/** What the pointer is at. */
interface Under {
  readonly words: string;
  readonly logSeq?: number | undefined;
}

interface LanesProps {
  timeline: Timeline;
  sources: readonly SessionSource[];
  onGo: (seq: number) => void;
}

function Lanes({ timeline, sources, onGo }: LanesProps) {
  const types = useMemo(() => new Map(sources.map(({ source, type }) => [source, type])), [sources]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const drawing = useMemo(() => drawingOf(timeline), [timeline]);
  const [zoom, setZoom] = useState(1);
  const [at, setAt] = useState<Under>();
  const width = useRoom(scroller) * zoom;
  useEffect(() => {
    if (canvas.current && width > 0) paintLanes(canvas.current, drawing, width);
  }, [drawing, width]);
  const under = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent | React.MouseEvent): Under | undefined => {
    const span = spanAt(drawing, width, offsetX, offsetY);
    return span ? { words: spanText(span), logSeq: span.logSeq } : stepAt(drawing, width, offsetX, offsetY);
  };
  return (
    <>
      <p className="timeline-line">
        <Button label="Narrower" icon="minus" disabled={zoom <= 1} onClick={() => setZoom(zoom / 2)} />
        <Button label="Wider" icon="plus" disabled={zoom >= WIDEST} onClick={() => setZoom(zoom * 2)} />
        <output>{at ? at.words : <Legend />}</output>
      </p>
      <div className="lanes">
        <pre className="lane-names" style={{ paddingTop: AXIS, lineHeight: `${LANE}px` }}>
          {[
            ...laneNames(drawing.lanes.map((lane) => ({ ...lane, type: types.get(lane.source) }))).map((name) =>
              name.slice(0, 60),
            ),
            ...drawing.strips.map(({ name }) => name),
          ].join('\n')}
        </pre>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide drawings are scrolled by keyboard */}
        <section className="lanes-scroll" ref={scroller} tabIndex={0} aria-label="Lanes">
          <canvas
            ref={canvas}
            role="img"
            aria-label={`${counted(drawing.lanes.length, 'lane')} of turns, tools and waits`}
            style={{ width, height: heightOf(drawing) }}
            onPointerMove={(event) => setAt(under(event))}
            onPointerLeave={() => setAt(undefined)}
            onClick={(event) => {
              const logSeq = under(event)?.logSeq;
              if (logSeq !== undefined) onGo(logSeq);
            }}
          />
        </section>
      </div>
    </>
  );
}

const COLOURS = [
  ['turn', 'turns'],
  ['tool', 'tools'],
  ['error', 'failed'],
  ['subagent', 'subagents'],
  ['wait', 'waits for you'],
] as const;

function Legend() {
  return COLOURS.map(([colour, words]) => (
    <span key={colour} className="lane-kind" style={{ '--kind': `var(--timeline-${colour})` } as React.CSSProperties}>
      {words}
    </span>
  ));
}

function useRoom(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(() => setWidth(observed.clientWidth));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const KINDS = { turn: 'Turn', tool: 'Tool', wait: 'Waited for the user', subagent: 'Subagent' } as const;

function spanText({ kind, name, from, to, status, merged }: TimeSpan): string {
  const words = [KINDS[kind], name, durationText(to - from), status, merged && `${merged} together`];
  return neutraliseLine(words.filter((word) => word).join(' · ')).slice(0, 160);
}
