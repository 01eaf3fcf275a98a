/** `hansard query`: SQL over the archive, for reading only. */
import { type QueryResult, query, VIEWS } from '@hansard/archive';
import { Failure, neutralise, neutraliseLine, type SqlRow } from '@hansard/core';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { csvLine } from '../terminal/csv.ts';
import { fit, table } from '../terminal/table.ts';
import { priceBook } from '../transcripts/price-book.ts';

/** A table is laid out in memory; more rows than this are for programs. */
const MAX_TABLE_ROWS = 1000;
const MAX_CELL = 60;

export async function run(context: Context, args: Arguments): Promise<number> {
  if (args.flag('schema')) {
    await context.out.write(args.flag('json') ? `${JSON.stringify(VIEWS.map(schemaOf), null, 2)}\n` : schemaText());
    return 0;
  }
  const [sql] = args.positionals;
  if (sql === undefined) {
    throw new Failure('bad-argument', 'query takes the SQL to run.', {
      remedy:
        'For example: hansard query "SELECT title, events FROM sessions". `hansard query --schema` shows the views.',
    });
  }
  return withArchive(context, async (archive) => {
    const prices = async () => priceBook((await context.settings()).get('prices'));
    const result = await query(archive, sql, { prices });
    try {
      await print(context, args, result);
    } finally {
      result.close();
    }
    return 0;
  });
}

async function print(context: Context, args: Arguments, result: QueryResult): Promise<void> {
  // Programs get every byte; on a terminal what agents wrote must not move the cursor or change colours.
  const shown = context.out.isTerminal ? neutralise : (text: string) => text;
  if (args.flag('csv')) {
    await context.out.write(csvLine(result.columns));
    const cells = (row: SqlRow) => result.columns.map((name) => printable(row[name]));
    for (const row of result.rows) await context.out.write(shown(csvLine(cells(row))));
  } else if (args.flag('json')) {
    for (const row of result.rows) await context.out.write(shown(`${JSON.stringify(row, plain)}\n`));
  } else await printTable(context, result);
}

async function printTable(context: Context, { columns, rows }: QueryResult): Promise<void> {
  const shown: SqlRow[] = [];
  let more = false;
  for (const row of rows) {
    more = shown.length === MAX_TABLE_ROWS;
    if (more) break;
    shown.push(row);
  }
  const lines = table([columns, ...shown.map((row) => columns.map((name) => cellText(row[name])))]).split('\n');
  const bold = (await context.colors()).bold;
  await context.out.write(`${[bold(lines[0] ?? ''), ...lines.slice(1)].join('\n')}\n`);
  if (more) context.note(`Only the first ${MAX_TABLE_ROWS} rows are shown; --json and --csv give all.`);
}

const cellText = (value: unknown): string =>
  value === null || value === undefined ? '-' : fit(neutraliseLine(String(plain('', value))), MAX_CELL);

/** Large integers as JSON can say them. */
const plain = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : printable(value);

const printable = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

const schemaOf = ({ name, description, columns }: (typeof VIEWS)[number]) => ({
  name,
  description,
  columns: columns.map((column) => ({ name: column.name, description: column.description })),
});

function schemaText(): string {
  return VIEWS.map(({ name, description, columns }) => {
    const rows = table(columns.map((column) => [`  ${column.name}`, column.description]));
    return `${name}: ${description}\n${rows}\n`;
  }).join('\n');
}
