/** A chart with its name, its table, and its data as files. */
import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { Link } from '../route/link.tsx';
import { navigate, usePlace, withQuery } from '../route/place.ts';
import { type Series, seriesCsv, seriesJson } from './series.ts';

interface ChartCardProps {
  series: Series;
  className?: string;
  /** What stands below, such as a legend or a remark. */
  foot?: ReactNode;
  children: ReactNode;
}

export function ChartCard({ series, className = '', foot, children }: ChartCardProps) {
  const { id, title, rows } = series;
  const tables = usePlace().query.get('table')?.split(',') ?? [];
  const asTable = tables.includes(id);
  const toggle = () => {
    const next = asTable ? tables.filter((one) => one !== id) : [...tables, id];
    navigate(withQuery({ table: next.join(',') || null }), { replace: true });
  };
  return (
    <section className={`chart-card ${className}`} aria-label={title} data-chart={id}>
      <header>
        <h2>{title}</h2>
        <Button
          icon={asTable ? 'chart' : 'table'}
          label={asTable ? 'Show the chart' : 'Show the table'}
          onClick={toggle}
        />
        <Button label={`${title} as CSV`} onClick={() => save(`${id}.csv`, 'text/csv', seriesCsv(series))}>
          CSV
        </Button>
        <Button label={`${title} as JSON`} onClick={() => save(`${id}.json`, 'application/json', seriesJson(series))}>
          JSON
        </Button>
      </header>
      {rows.length === 0 ? (
        <p className="nothing">Nothing in this time.</p>
      ) : asTable ? (
        <Table series={series} />
      ) : (
        children
      )}
      {foot}
    </section>
  );
}

function Table({ series: { title, rowName, columns, rows } }: { series: Series }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chart-table" tabIndex={0} aria-label={`${title}, table`}>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{rowName}</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, title: full, href, values, note }) => (
            <tr key={full ?? label}>
              <th scope="row" title={full}>
                {href ? <Link href={href}>{label}</Link> : label}
              </th>
              {columns.map(({ key, text }) => (
                <td key={key} className="number">
                  {cellText(values[key], text, note)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellText = (value: number | null | undefined, text: (value: number) => string, note?: string): string =>
  value === null || value === undefined ? (note ?? '–') : text(value);

/** A file from the page itself; nothing is sent anywhere. */
function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `hansard-${name}`;
  link.click();
  URL.revokeObjectURL(address);
}
