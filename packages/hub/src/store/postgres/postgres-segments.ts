/**
 * The words of segments as a tsvector that is made of the words as they are: the database parses no text. Searches go in
 * two steps, because the planner cannot know how rare a word is: first a thousand that fit, in any order; where there are no
 * more, that is the answer, and else the latest are found by walking back in time.
 */
import type { WantedWord, WantedWords } from '@hansard/core/segments/segment-words.ts';
import type { SegmentIndex, SegmentRow, Value } from '../database.ts';

const FEW = 1000;
/** Segments that are written by one statement. */
const ROWS = 40;
/** Of all words of a segment; the database takes a megabyte. */
const MOST_WORDS = 900_000;

export const postgresSegments: SegmentIndex = {
  insert: async (queries, rows) => {
    for (let at = 0; at < rows.length; at += ROWS) {
      const some = rows.slice(at, at + ROWS);
      const values = some.map((_, i) => {
        const from = i * COLUMNS.length;
        const own = COLUMNS.map((_column, n) => `$${from + n + 1}`);
        const words = own.pop();
        return `(${numberOf(some[i])}, ${own.join(', ')}, array_to_tsvector(string_to_array(${words}::text, ' ')))`;
      });
      await queries.run(
        `INSERT INTO segment (no, ${COLUMNS.join(', ')}) VALUES ${values.join(', ')}`,
        ...some.flatMap(valuesOf),
      );
    }
  },
  // They are in the rows of the segments, and go with them.
  remove: async () => {},
  find: async (queries, wanted, where, limit) => {
    const of = `FROM segment s JOIN transcript t ON t.no = s.transcript WHERE (s.words @@ $1::tsquery OR s.words IS NULL) AND ${where.sql}`;
    const parameters = [expressionOf(wanted), ...where.parameters];
    const some = await queries.all(
      `WITH h AS MATERIALIZED (SELECT s.no, s.transcript, s.time ${of} LIMIT ${FEW + 1})
       SELECT no, transcript FROM h ORDER BY time DESC, no DESC`,
      ...parameters,
    );
    if (some.length <= FEW) return some.slice(0, limit + 1);
    return queries.all(
      `SELECT s.no, s.transcript ${of} ORDER BY s.time DESC, s.no DESC LIMIT ${limit + 1}`,
      ...parameters,
    );
  },
};

const expressionOf = (wanted: readonly WantedWords[]): string =>
  wanted.map((any) => `(${any.map((all) => `(${all.map(wordOf).join(' & ')})`).join(' | ')})`).join(' & ');

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

const numberOf = (row: SegmentRow | undefined): string =>
  row?.no === undefined ? 'DEFAULT' : String(Math.floor(row.no));

const valuesOf = ({ words, ...row }: SegmentRow): Value[] => [
  ...[row.transcript, row.hash, row.position, row.bytes, row.time, row.body, row.facts],
  ...[row.object, row.start, row.length],
  wordsText(words),
];

/** A segment with more words than the index takes is found by every search, and opened to see. */
function wordsText(words: readonly string[]): string | null {
  const text = words.filter((word) => word !== '').join(' ');
  return Buffer.byteLength(text) > MOST_WORDS ? null : text;
}
