/**
 * The words of segments in a full-text index without content. The words come from core and hold letters and digits alone:
 * the tokenizer is one that takes every character beyond ASCII for a letter, so that it cuts none of them.
 */
import type { WantedWord, WantedWords } from '@hansard/core/segments/segment-words.ts';
import { DAY, dayOf, dayWord, inPieces, numbered, type SegmentIndex } from '../database.ts';

export const sqliteSegments: SegmentIndex = {
  insert: async (queries, rows) => {
    for (const { no, transcript, hash, position, bytes, time, body, object, start, length, facts, words } of rows) {
      const [row] = await queries.all(
        `INSERT INTO segment (no, transcript, hash, position, bytes, time, body, facts, object, start, length)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING no`,
        ...[no ?? null, transcript, hash, position, bytes, time, body, facts, object, start, length],
      );
      const text = `${words.join(' ')} ${dayWord(dayOf(time))}`;
      await queries.run('INSERT INTO words (rowid, body) VALUES ($1, $2)', row?.['no'] as number, text);
    }
  },
  remove: async (queries, segments) => {
    for (const piece of inPieces(segments)) {
      await queries.run(`DELETE FROM words WHERE rowid IN (${numbered(1, piece.length)})`, ...piece);
    }
  },
  find: (queries, { wanted, days }, where, limit) =>
    queries.all(
      `SELECT s.no, s.transcript FROM segment s JOIN transcript t ON t.no = s.transcript
       WHERE ${days ? ofDays(days) : 's.no IN (SELECT rowid FROM words WHERE words MATCH $1)'} AND ${where.sql}
       ORDER BY s.time DESC, s.no DESC LIMIT ${Math.floor(limit) + 1}`,
      expressionOf(wanted),
      ...where.parameters,
    ),
  hasMore: async (queries, { wanted }, than) => {
    const [row] = await queries.all(
      `SELECT 1 AS more FROM words WHERE words MATCH $1 LIMIT 1 OFFSET ${Math.floor(than)}`,
      expressionOf(wanted),
    );
    return row !== undefined;
  },
};

/** Segments from before days were words have none: they are found by their time. Days follow one another, the last first. */
function ofDays(days: readonly number[]): string {
  const words = days.map((day) => `"${dayWord(day)}"`).join(' OR ');
  const [from, to] = [days.at(-1) as number, days[0] as number];
  return `s.time >= ${from * DAY} AND s.time < ${(to + 1) * DAY} AND s.no IN (
    SELECT rowid FROM words WHERE words MATCH $1 || ' AND (${words})' UNION ALL
    SELECT rowid FROM words WHERE words MATCH $1 AND rowid <= (SELECT value FROM counter WHERE name = 'dayless'))`;
}

const expressionOf = (wanted: readonly WantedWords[]): string => wanted.map(clauseOf).join(' AND ');

const clauseOf = (any: WantedWords): string =>
  `(${any.map((all) => `(${all.map(wordOf).join(' AND ')})`).join(' OR ')})`;

const wordOf = ({ word, prefix }: WantedWord): string => `"${word.replaceAll('"', '')}"${prefix ? '*' : ''}`;
