/**
 * The words of segments as a tsvector that is made of the words as they are: the database parses no text. What is found is
 * made once before it is sorted or counted: the planner cannot know how rare a word is, and would walk through all rows by
 * time for one that nobody wrote.
 */
import type { WantedWord, WantedWords } from '@hansard/core/segments/segment-words.ts';
import { type Asked, dayOf, dayWord, type SegmentIndex, type SegmentRow, type Value, type Where } from '../database.ts';

/** Segments that are written by one statement. */
const ROWS = 40;
/** Of all words of a segment; the database takes a megabyte. */
const MOST_WORDS = 900_000;

const EVERYTHING: Where = { sql: 'true', parameters: [] };

/** `onChange`: told of every segment that the index does not have in its place yet. `onSearch`: somebody waits for it. */
export function postgresSegments(onChange: (segments: number) => void, onSearch: () => Promise<void>): SegmentIndex {
  return {
    insert: async (queries, rows) => {
      for (let at = 0; at < rows.length; at += ROWS) {
        const some = rows.slice(at, at + ROWS);
        const values = some.map((row, i) => valuesSql(row, i * COLUMNS.length));
        await queries.run(
          `INSERT INTO segment (no, ${COLUMNS.join(', ')}) VALUES ${values.join(', ')}`,
          ...some.flatMap(valuesOf),
        );
      }
      onChange(rows.length);
    },
    // They are in the rows of the segments, and go with them.
    remove: async () => {},
    find: async (queries, asked, where, limit) => {
      await onSearch();
      return queries.all(
        `WITH h AS MATERIALIZED (SELECT s.no, s.transcript, s.time ${fromWhere(where)})
         SELECT no, transcript FROM h ORDER BY time DESC, no DESC LIMIT ${Math.floor(limit) + 1}`,
        expressionOf(asked),
        ...where.parameters,
      );
    },
    hasMore: async (queries, asked, than) => {
      await onSearch();
      const [row] = await queries.all(
        `WITH h AS MATERIALIZED (SELECT 1 ${fromWhere(EVERYTHING)} LIMIT ${Math.floor(than) + 1}) SELECT count(*) AS n FROM h`,
        expressionOf(asked),
      );
      return Number(row?.['n']) > than;
    },
  };
}

/** Segments with more words than the index takes are always found, and opened to see. */
const fromWhere = ({ sql }: Where): string =>
  sql === 'true'
    ? 'FROM segment s WHERE (s.words @@ $1::tsquery OR s.words IS NULL)'
    : `FROM segment s JOIN transcript t ON t.no = s.transcript WHERE (s.words @@ $1::tsquery OR s.words IS NULL) AND ${sql}`;

function expressionOf({ wanted, days }: Asked): string {
  const clauses = wanted.map(clauseOf);
  if (days) clauses.push(`(${days.map((day) => `'${dayWord(day)}'`).join(' | ')})`);
  return clauses.join(' & ');
}

const clauseOf = (any: WantedWords): string => `(${any.map((all) => `(${all.map(wordOf).join(' & ')})`).join(' | ')})`;

const wordOf = ({ word, prefix }: WantedWord): string => `'${word.replaceAll(/['\\]/g, '')}'${prefix ? ':*' : ''}`;

const COLUMNS = [
  'transcript',
  'hash',
  'position',
  'bytes',
  'time',
  'body',
  'facts',
  'object',
  'start',
  'length',
  'words',
];

function valuesSql(row: SegmentRow, from: number): string {
  const own = COLUMNS.map((_column, n) => `$${from + n + 1}`);
  const words = own.pop();
  const no = row.no === undefined ? 'DEFAULT' : String(Math.floor(row.no));
  return `(${no}, ${own.join(', ')}, array_to_tsvector(string_to_array(${words}::text, ' ')))`;
}

const valuesOf = ({ words, ...row }: SegmentRow): Value[] => [
  ...[row.transcript, row.hash, row.position, row.bytes, row.time, row.body, row.facts],
  ...[row.object, row.start, row.length],
  wordsText(words, row.time),
];

/** A segment with more words than the index takes is found by every search, and opened to see. */
function wordsText(words: readonly string[], time: number): string | null {
  const text = `${words.join(' ')}${words.length > 0 ? ' ' : ''}${dayWord(dayOf(time))}`;
  return text.length > MOST_WORDS / 3 && Buffer.byteLength(text) > MOST_WORDS ? null : text;
}
