/** Bars by name, longest first: a list in which each line is a link to the sessions behind it. */
import { Link } from '../route/link.tsx';
import type { Series } from './series.ts';

interface NameBarsProps {
  series: Series;
  /** Which value the bars show; the others stand beside. */
  by: string;
  /** A part of the bar in another colour. */
  part?: string;
}

const SHOWN = 12;

export function NameBars({ series: { columns, rows }, by, part }: NameBarsProps) {
  const most = Math.max(...rows.map(({ values }) => values[by] ?? 0), 1);
  const rest = rows.length - SHOWN;
  return (
    <>
      <ol className="name-bars">
        {rows.slice(0, SHOWN).map(({ label, title, href, values, note }) => {
          const words = columns
            .map(({ key, text }) => {
              const value = values[key];
              return value === null || value === undefined ? note : text(value);
            })
            .filter((text) => text !== undefined);
          const share = (key: string) => `${((values[key] ?? 0) / most) * 100}%`;
          return (
            <li key={title ?? label}>
              <Link href={href ?? '#'} title={title ?? label}>
                <span className="name-label">{label}</span>
                <span className="name-values">{words.join(' · ')}</span>
                <span className="name-track">
                  {(values[by] ?? 0) > 0 && <span style={{ width: share(by) }} />}
                  {part && (values[part] ?? 0) > 0 && <span className="part" style={{ width: share(part) }} />}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
      {rest > 0 && <p className="quiet note">and {rest} more in the table</p>}
    </>
  );
}
