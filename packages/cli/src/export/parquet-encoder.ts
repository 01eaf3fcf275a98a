/** Parquet files with hyparquet-writer, group by group: what was written is given away and not held. */
import type { FormatContext, ParquetEncoder } from '@hansard/core/formats/contract.ts';
import type { Cell, CellKind } from '@hansard/core/formats/event-columns.ts';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

type Columns = Parameters<NonNullable<FormatContext['parquet']>>[0];

const TYPES: Readonly<Record<CellKind, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

export function parquetEncoder(columns: Columns): ParquetEncoder {
  const bytes = new TakenBytes();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns) });
  return {
    write(rows) {
      const columnData = columns.map(({ name, kind }, at) => ({
        name,
        data: rows.map((row) => storedValue(row[at], kind)),
      }));
      void writer.write({ columnData, rowGroupSize: Math.max(1, rows.length) });
      return bytes.take();
    },
    finish() {
      void writer.finish();
      return bytes.take();
    },
  };
}

function schemaOf(columns: Columns): SchemaElement[] {
  const elements = columns.map(({ name, kind }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[kind] }));
  return [{ name: 'root', num_children: columns.length }, ...elements];
}

/** Null where there is nothing, or nothing that the column can hold. */
function storedValue(cell: Cell, kind: CellKind): unknown {
  if (cell === undefined) return null;
  if (kind === 'integer') return typeof cell === 'number' && Number.isSafeInteger(cell) ? BigInt(cell) : null;
  if (kind === 'number') return typeof cell === 'number' ? cell : null;
  if (kind === 'boolean') return cell === true;
  if (kind !== 'time') return String(cell);
  const time = Date.parse(String(cell));
  return Number.isNaN(time) ? null : new Date(time);
}

/** What was written since the last time; offsets go on. */
class TakenBytes extends ByteWriter {
  take(): Uint8Array {
    const taken = this.getBytes().slice();
    this.index = 0;
    return taken;
  }
}
