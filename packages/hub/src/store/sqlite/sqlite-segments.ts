/**
 * The words of segments in a full-text index without content. The words come from core and hold letters and digits alone:
 * the tokenizer is one that takes every character beyond ASCII for a letter, so that it cuts none of them.
 */
import type { WantedWord, WantedWords } from '@hansard/core/segments/segment-words.ts';
import type { SegmentIndex } from '../database.ts';
import { inPieces, numbered } from '../database.ts';

export const sqliteSegments: SegmentIndex = {
  insert: async (queries, rows) => {
    for (const { no, transcript, hash, position, bytes, time, body, object, start, length, facts, words } of rows) {
      const [row] = await queries.all(
        `INSERT INTO segment (no, transcript, hash, position, bytes, time, body, facts, object, start, length)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING no`,
        ...[no ?? null, transcript, hash, position, bytes, time, body, facts, object, start, length],
      );
      await queries.run('INSERT INTO words (rowid, body) VALUES ($1, $2)', row?.['no'] as number, words.join(' '));
    }
  },
  remove: async (queries, segments) => {
    for (const piece of inPieces(segments)) {
      await queries.run(`DELETE FROM words WHERE rowid IN (${numbered(1, piece.length)})`, ...piece);
    }
  },
  find: (queries, wanted, where, limit) =>
    queries.all(
      `SELECT s.no, s.transcript FROM words JOIN segment s ON s.no = words.rowid JOIN transcript t ON t.no = s.transcript
       WHERE words MATCH $1 AND ${where.sql} ORDER BY s.time DESC, s.no DESC LIMIT ${limit + 1}`,
      expressionOf(wanted),
      ...where.parameters,
    ),
};

const expressionOf = (wanted: readonly WantedWords[]): string =>
  wanted.map((any) => `(${any.map((all) => `(${all.map(wordOf).join(' AND ')})`).join(' OR ')})`).join(' AND ');

const wordOf = ({ word, prefix }: WantedWord): string => `"${word.replaceAll('"', '')}"${prefix ? '*' : ''}`;
