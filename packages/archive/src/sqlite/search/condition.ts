/** Pieces of SQL with their parameters, and how they are put together. */
import type { SqlValue } from '@hansard/core';

export interface Condition {
  /** What stands behind WHERE. */
  readonly where: string;
  readonly parameters: readonly SqlValue[];
}

export const condition = (where: string, ...parameters: SqlValue[]): Condition => ({ where, parameters });

/** Always true when there is nothing in the list. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  joined(
    conditions.filter(({ where }) => where !== 'true'),
    ' AND ',
    'true',
  );
/** Never true when there is nothing in the list. */
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' OR ', 'false');

/** What is unknown of a row does not hold of it, so its opposite does. */
export const noneOf = ({ where, parameters }: Condition): Condition => ({
  where: `(${where}) IS NOT TRUE`,
  parameters,
});

/** Nothing is looked through for an empty list. */
export const isOneOf = (column: string, values: readonly (string | number)[]): Condition =>
  values.length === 0
    ? condition('false')
    : condition(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));

/** The text is all of the column; `*` stands for anything. Capitals do not matter. */
export const isLike = (column: string, text: string): Condition => like(column, pattern(text));
/** The text is somewhere in the column. */
export const hasText = (column: string, text: string): Condition => like(column, `%${pattern(text)}%`);
export const beginsWith = (column: string, text: string): Condition => like(column, `${pattern(text)}%`);

const like = (column: string, value: string): Condition => condition(`${column} LIKE ? ESCAPE '\\'`, value);

const pattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');

function joined(conditions: readonly Condition[], operator: string, none: string): Condition {
  if (conditions.length === 0) return condition(none);
  return {
    where: conditions.map(({ where }) => `(${where})`).join(operator),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
