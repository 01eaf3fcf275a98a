/** A table of a hub: heads, rows, and what is said where there are none. */
import type { ReactNode } from 'react';

interface HubTableProps {
  readonly label: string;
  /** One that is empty is of a column of buttons. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[] | undefined;
  readonly nothing: string;
  /** Columns of numbers, by place. */
  readonly numbers?: readonly number[];
}

export function HubTable({ label, heads, rows, nothing, numbers = [] }: HubTableProps) {
  if (rows?.length === 0) return <p className="quiet">{nothing}</p>;
  const look = (i: number) => (numbers.includes(i) ? 'number' : undefined);
  return (
    <div className="hub-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={head} scope="col" className={look(i)}>
                {head || <span className="visually-hidden">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns do not change their places
                <td key={i} className={look(i)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
