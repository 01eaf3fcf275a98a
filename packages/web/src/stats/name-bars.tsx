/** Bars by name, longest first: a list in which each line is a link to the sessions behind it. */
import type { ReactNode } from 'react';
import { Link } from '../route/link.tsx';
import type { Series } from './series.ts';

interface NameBarsProps {
  series: Series;
  /** Which value the bars show; the others stand beside. */
  by: string;
  /** A part of the bar in another colour, and whether it is a bad one. */
  part?: string;
  bad?: boolean;
}

const SHOWN = 12;

export function NameBars({ series: { columns, rows }, by, part, bad = false }: NameBarsProps) {
  const most = Math.max(...rows.map(({ values }) => values[by] ?? 0), 1);
  const rest = rows.length - SHOWN;
  return (
    <>
      <ol className="name-bars">
        {rows.slice(0, SHOWN).map(({ label, title, href, values, note }) => {
          const words = new Set(columns.map(({ key, text }) => valueText(values[key], text) ?? note ?? '–'));
          const share = (key: string) => `${((values[key] ?? 0) / most) * 100}%`;
          return (
            <li key={title ?? label}>
              <Line href={href} title={title ?? label}>
                <span className="name-label">{label}</span>
                <span className="name-values">{[...words].join(' · ')}</span>
                <span className="name-track">
                  {(values[by] ?? 0) > 0 && <span style={{ width: share(by) }} />}
                  {part && (values[part] ?? 0) > 0 && (
                    <span className={bad ? 'part bad' : 'part'} style={{ width: share(part) }} />
                  )}
                </span>
              </Line>
            </li>
          );
        })}
      </ol>
      {rest > 0 && <p className="quiet note">and {rest} more in the table</p>}
    </>
  );
}

const valueText = (value: number | null | undefined, text: (value: number) => string): string | undefined =>
  value === null || value === undefined ? undefined : text(value);

/** What no query tells apart, such as sessions without a project, leads nowhere. */
function Line({ href, title, children }: { href: string | undefined; title: string; children: ReactNode }) {
  if (href === undefined) return <div title={title}>{children}</div>;
  return (
    <Link href={href} title={title}>
      {children}
    </Link>
  );
}
