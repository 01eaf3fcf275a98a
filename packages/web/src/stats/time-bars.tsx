/** Bars over time, stacked where there are several values. Each bar is a link to the sessions behind it. */
import { useRef } from 'react';
import { useElementWidth } from '../layout/use-element-width.ts';
import { Link } from '../route/link.tsx';
import type { Series } from './series.ts';
import { timeLabels } from './time-label.ts';

const HEIGHT = 180;
const AXIS = { left: 48, bottom: 22, top: 8 };
/** Space that a label on the time axis takes. */
const LABEL_WIDTH = 64;

export function TimeBars({ series }: { series: Series }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  return (
    <div className="time-bars" ref={frame}>
      {width > 0 && <Bars series={series} width={width} />}
    </div>
  );
}

/** Cents are not worth their room where all are none. */
function ticksOf(most: number, text: (value: number) => string): [value: number, words: string][] {
  const ticks = [0, most / 2, most].map((value): [number, string] => [value, text(value)]);
  const isWhole = ticks.every(([, words]) => words.endsWith('.00'));
  return ticks.map(([value, words]) => [value, isWhole ? words.slice(0, -3) : words]);
}

function Bars({ series: { title, columns, rows }, width }: { series: Series; width: number }) {
  const totals = rows.map(({ values }) => columns.reduce((sum, { key }) => sum + (values[key] ?? 0), 0));
  const most = niceMost(Math.max(...totals, 0));
  const inner = { width: width - AXIS.left, height: HEIGHT - AXIS.top - AXIS.bottom };
  const step = inner.width / rows.length;
  const bar = Math.max(1, Math.min(28, step * 0.76));
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  const y = (value: number) => AXIS.top + inner.height * (1 - value / most);
  const ticks = ticksOf(most, columns[0]?.text ?? String);
  const labelOf = timeLabels(rows.map(({ label }) => label));
  return (
    <svg width={width} height={HEIGHT}>
      <title>{title}</title>
      {ticks.map(([value, words]) => (
        <g key={value} className="grid">
          <line x1={AXIS.left} x2={width} y1={y(value)} y2={y(value)} />
          <text x={AXIS.left - 6} y={y(value) + 4} textAnchor="end">
            {words}
          </text>
        </g>
      ))}
      {rows.map((row, index) => {
        const left = AXIS.left + step * index;
        const words = `${row.label}: ${columns
          .filter(({ key }) => columns.length === 1 || (row.values[key] ?? 0) > 0)
          .map(
            ({ key, name, text: say }) =>
              `${columns.length > 1 ? `${name} ` : ''}${valueText(row.values[key], say, row.note)}`,
          )
          .join(', ')}`;
        return (
          <g key={row.label}>
            <Link href={row.href ?? '#'} aria-label={words} className="bar">
              <title>{words}</title>
              <rect className="hit-area" x={left} y={AXIS.top} width={step} height={inner.height} />
              <Stack
                row={row.values}
                columns={columns}
                x={left + (step - bar) / 2}
                width={bar}
                scale={inner.height / most}
                base={y(0)}
              />
            </Link>
            {index % every === Math.floor(every / 2) && (
              <text className="axis" x={left + step / 2} y={HEIGHT - 6} textAnchor="middle">
                {labelOf(row.label)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const valueText = (value: number | null | undefined, say: (value: number) => string, note?: string): string =>
  value === null || value === undefined ? (note ?? 'not known') : say(value);

interface StackProps {
  row: Readonly<Record<string, number | null>>;
  columns: Series['columns'];
  x: number;
  width: number;
  scale: number;
  base: number;
}

function Stack({ row, columns, x, width, scale, base }: StackProps) {
  let top = base;
  return columns.map(({ key }, index) => {
    const height = (row[key] ?? 0) * scale;
    if (height <= 0) return null;
    top -= height;
    return <rect key={key} className={`color-${index + 1}`} x={x} y={top} width={width} height={Math.max(1, height)} />;
  });
}

/** The next number of one leading 1, 2 or 5. */
function niceMost(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((nice) => nice >= value) ?? value;
}
