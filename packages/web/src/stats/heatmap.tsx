/** When there was work: the days of the last year, each a link, and the hours of the week. */
import type { Activity } from '@hansard/client';
import { Link } from '../route/link.tsx';
import { counted } from '../words/numbers.ts';
import { dayOf } from '../words/times.ts';
import { ChartCard } from './chart-card.tsx';
import { type SessionsOf, seriesOfDays, seriesOfHours, WEEKDAYS } from './series-of.ts';

const CELL = 13;
const LEVELS = 4;
const WEEKS = 53;

export function DayHeatmap({ activity, sessionsOf }: { activity: Activity; sessionsOf: SessionsOf }) {
  const series = seriesOfDays(activity, sessionsOf);
  const byDay = new Map(activity.days.map((day) => [day.day, day]));
  const most = Math.max(...activity.days.map(({ events }) => events), 1);
  const days = lastDays();
  return (
    <ChartCard series={series} className="wide">
      <div className="heatmap-frame">
        <svg width={WEEKS * CELL + 30} height={7 * CELL + 20}>
          <title>{series.title}</title>
          {[0, 2, 4].map((row) => (
            <text key={row} className="axis" x={0} y={row * CELL + 28}>
              {WEEKDAYS[row]}
            </text>
          ))}
          {days.map(({ day, week, weekday, month }) => {
            const known = byDay.get(day);
            const x = 30 + week * CELL;
            const words = `${day}: ${known ? `${counted(known.sessions, 'session')}, ${counted(known.events, 'event')}` : 'nothing'}`;
            const cell = (
              <rect
                className={`level-${levelOf(known?.events ?? 0, most)}`}
                x={x}
                y={18 + weekday * CELL}
                width={CELL - 2}
                height={CELL - 2}
                rx={2}
              />
            );
            return (
              <g key={day}>
                {month && (
                  <text className="axis" x={x} y={11}>
                    {month}
                  </text>
                )}
                {known ? (
                  <Link href={sessionsOf.day(day)} aria-label={words} className="bar">
                    <title>{words}</title>
                    {cell}
                  </Link>
                ) : (
                  cell
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </ChartCard>
  );
}

export function HourHeatmap({ activity }: { activity: Activity }) {
  const series = seriesOfHours(activity);
  const most = Math.max(...activity.hours.flat(), 1);
  return (
    <ChartCard series={series}>
      <svg
        className="hours"
        viewBox={`0 0 ${24 * 14 + 30} ${7 * 14 + 16}`}
        role="img"
        aria-label={`${series.title}; the table has the numbers`}
      >
        {activity.hours.map((hours, weekday) => (
          <g key={WEEKDAYS[weekday]}>
            <text className="axis" x={0} y={weekday * 14 + 24}>
              {WEEKDAYS[weekday]}
            </text>
            {hours.map((events, hour) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its number
                key={hour}
                className={`level-${levelOf(events, most)}`}
                x={30 + hour * 14}
                y={14 + weekday * 14}
                width={12}
                height={12}
                rx={2}
              >
                <title>{`${WEEKDAYS[weekday]} ${hour}:00: ${counted(events, 'event')}`}</title>
              </rect>
            ))}
          </g>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} className="axis" x={30 + hour * 14} y={9}>
            {hour}:00
          </text>
        ))}
      </svg>
    </ChartCard>
  );
}

/** Levels by order of magnitude: one busy day must not make all others look idle. */
function levelOf(events: number, most: number): number {
  if (events === 0) return 0;
  return Math.max(1, Math.ceil((Math.log1p(events) / Math.log1p(most)) * LEVELS));
}

interface HeatDay {
  readonly day: string;
  readonly week: number;
  readonly weekday: number;
  /** Where a month begins. */
  readonly month: string | undefined;
}

/** Weeks from Monday, this one last. */
function lastDays(now = new Date()): HeatDay[] {
  const weekdayNow = (now.getDay() + 6) % 7;
  const count = (WEEKS - 1) * 7 + weekdayNow + 1;
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1 - index));
    const begins = at.getDate() <= 7 && index % 7 === 0;
    return {
      day: dayOf(at),
      week: Math.floor(index / 7),
      weekday: index % 7,
      month: begins ? at.toLocaleString('en-GB', { month: 'short' }) : undefined,
    };
  });
}
