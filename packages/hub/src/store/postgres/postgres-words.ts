/**
 * The words of segments as a tsvector that is made of the words as they are: the database parses no text. Searches go in
 * two steps, because the planner cannot know how rare a word is: first a thousand that fit, in any order; where there are no
 * more, that is the answer, and else the latest are found by walking back in time.
 */
import type { WantedWord, WantedWords } from '@hansard/core/segments/segment-words.ts';
import type { WordIndex } from '../database.ts';

const FEW = 1000;

export const postgresWords: WordIndex = {
  add: async (queries, rows) => {
    for (const { segment, words } of rows) {
      await queries.run(
        `UPDATE segment SET words = array_to_tsvector(string_to_array($2::text, ' ')) WHERE no = $1`,
        segment,
        words.filter((word) => word !== '').join(' '),
      );
    }
  },
  // They are in the rows of the segments, and go with them.
  remove: async () => {},
  find: async (queries, wanted, where, limit) => {
    const of = `FROM segment s JOIN transcript t ON t.no = s.transcript WHERE s.words @@ $1::tsquery AND ${where.sql}`;
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
