/** What a chart shows: rows with named values, each with the sessions behind it. The table and the files show the same. */
export interface Column {
  readonly key: string;
  readonly name: string;
  /** As people read it; files get the plain value. */
  readonly text: (value: number) => string;
}

export interface ChartRow {
  readonly label: string;
  /** Full name, where the label is short. */
  readonly title?: string;
  /** The list of sessions behind it; undefined where no query tells them apart. */
  readonly href?: string;
  /** Null: not known. Never shown as zero. */
  readonly values: Readonly<Record<string, number | null>>;
  /** What is to be said about a row, such as a missing price. */
  readonly note?: string;
}

export interface Series {
  readonly id: string;
  readonly title: string;
  /** Name of the rows. */
  readonly rowName: string;
  readonly columns: readonly Column[];
  readonly rows: readonly ChartRow[];
}

/** The values are millionths of a dollar in the data and dollars in files. */
const isMoney = ({ key }: Column): boolean => key.endsWith('MicroUsd');

const plain = (column: Column, value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : isMoney(column) ? value / 1e6 : value;

const plainName = (column: Column): string => (isMoney(column) ? column.key.replace(/MicroUsd$/, 'Usd') : column.key);

export function seriesJson({ id, title, rowName, columns, rows }: Series): string {
  const data = rows.map(({ label, title: full, values, note }) => ({
    [rowName.toLowerCase()]: full ?? label,
    ...Object.fromEntries(columns.map((column) => [plainName(column), plain(column, values[column.key])])),
    ...(note && { note }),
  }));
  return `${JSON.stringify({ chart: id, title, rows: data }, null, 2)}\n`;
}

export function seriesCsv({ rowName, columns, rows }: Series): string {
  const lines = [
    [rowName.toLowerCase(), ...columns.map(plainName)],
    ...rows.map(({ label, title, values }) => [
      title ?? label,
      ...columns.map((column) => plain(column, values[column.key]) ?? ''),
    ]),
  ];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Spreadsheets run what begins like a formula, and names come from logs. */
function csvCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
