/** When there was work: the days of the last year, each a link, and the hours of the week. */
import type { Activity } from '@hansard/client';
import { type ReactNode, useRef } from 'react';
import { useElementWidth } from '../layout/use-element-width.ts';
import { Link } from '../route/link.tsx';
import { counted } from '../words/numbers.ts';
import { ChartCard } from './chart-card.tsx';
import { type HeatDay, lastDays, levelOf, WEEKS } from './heat-days.ts';
import { type SessionsOf, seriesOfDays, seriesOfHours, WEEKDAYS } from './series-of.ts';

const LEFT = 30;
const TOP = 18;
const SMALLEST = 13;

/** Cells as large as the width allows. */
function Cells({
  columns,
  largest,
  children,
}: {
  columns: number;
  largest: number;
  children: (size: number) => ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const size = Math.min(largest, Math.max(SMALLEST, Math.floor((width - LEFT) / columns)));
  return (
    <div className="heatmap-frame" ref={frame}>
      {width > 0 && children(size)}
    </div>
  );
}

export function DayHeatmap({ activity, sessionsOf }: { activity: Activity; sessionsOf: SessionsOf }) {
  const series = seriesOfDays(activity, sessionsOf);
  const byDay = new Map(activity.days.map((day) => [day.day, day]));
  const most = Math.max(...activity.days.map(({ events }) => events), 1);
  const cell = ({ day, week, weekday, month }: HeatDay, size: number) => {
    const known = byDay.get(day);
    const x = LEFT + week * size;
    const level = `level-${levelOf(known?.events ?? 0, most)}`;
    const square = <rect className={level} x={x} y={TOP + weekday * size} width={size - 2} height={size - 2} rx={2} />;
    const words = known && `${day}: ${counted(known.sessions, 'session')}, ${counted(known.events, 'event')}`;
    return (
      <g key={day}>
        {month && (
          <text x={x} y={11}>
            {month}
          </text>
        )}
        {words ? (
          <Link href={sessionsOf.day(day)} aria-label={words} className="bar">
            <title>{words}</title>
            {square}
          </Link>
        ) : (
          square
        )}
      </g>
    );
  };
  return (
    <ChartCard series={series} className="wide">
      <Cells columns={WEEKS} largest={24}>
        {(size) => (
          <svg width={WEEKS * size + LEFT} height={7 * size + TOP}>
            <title>{series.title}</title>
            <Weekdays size={size} every={2} />
            {lastDays().map((day) => cell(day, size))}
          </svg>
        )}
      </Cells>
    </ChartCard>
  );
}

export function HourHeatmap({ activity }: { activity: Activity }) {
  const series = seriesOfHours(activity);
  const most = Math.max(...activity.hours.flat(), 1);
  return (
    <ChartCard series={series}>
      <Cells columns={24} largest={30}>
        {(size) => (
          <svg
            width={24 * size + LEFT}
            height={7 * size + TOP}
            role="img"
            aria-label={`${series.title}; the table has the numbers`}
          >
            <Weekdays size={size} every={1} />
            {[0, 6, 12, 18].map((hour) => (
              <text key={hour} x={LEFT + hour * size} y={11}>
                {hour}:00
              </text>
            ))}
            {activity.hours.flatMap((hours, weekday) =>
              hours.map((events, hour) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its number
                  key={`${weekday} ${hour}`}
                  className={`level-${levelOf(events, most)}`}
                  x={LEFT + hour * size}
                  y={TOP + weekday * size}
                  width={size - 2}
                  height={size - 2}
                  rx={2}
                >
                  <title>{`${WEEKDAYS[weekday]} ${hour}:00: ${counted(events, 'event')}`}</title>
                </rect>
              )),
            )}
          </svg>
        )}
      </Cells>
    </ChartCard>
  );
}

function Weekdays({ size, every }: { size: number; every: number }) {
  return WEEKDAYS.map((name, row) =>
    row % every === 0 ? (
      <text key={name} x={0} y={TOP + row * size + size / 2 + 3}>
        {name}
      </text>
    ) : null,
  );
}
