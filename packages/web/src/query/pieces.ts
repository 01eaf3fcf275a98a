/**
 * The filters in a query, as it is typed for `hansard search`, for showing them as chips and changing one of them. It
 * only cuts the text: what a piece means, and whether it is right, the server says.
 */
export interface Piece {
  readonly at: number;
  readonly end: number;
  /** As it was typed. */
  readonly source: string;
  /** Undefined for words, phrases and patterns. */
  readonly name?: string;
  readonly values: readonly string[];
  readonly excluded: boolean;
}

const PIECE = /-?(?:\/(?:[^/\\\n]|\\.)+\/[gimsu]*(?=\s|$)|(?:"(?:[^"\\]|\\.)*(?:"|$)|[^\s"])+)/g;
const FILTER = /^(-?)([a-z]+):(.+)$/is;
const VALUE = /"((?:[^"\\]|\\.)*)(?:"|$)|[^,]+/g;
const FILTERS: ReadonlySet<string> = new Set(
  'agent is after before tool model file project session tag machine origin branch title'.split(' '),
);

export function piecesOf(query: string): Piece[] {
  return [...query.matchAll(PIECE)].map((found) => {
    const [source] = found;
    const place = { at: found.index, end: found.index + source.length, source };
    const [, minus = '', name = '', values = ''] = FILTER.exec(source) ?? [];
    if (!FILTERS.has(name.toLowerCase())) return { ...place, values: [], excluded: source.startsWith('-') };
    return { ...place, name: name.toLowerCase(), values: valuesIn(values), excluded: minus !== '' };
  });
}

const valuesIn = (text: string): string[] =>
  [...text.matchAll(VALUE)].map(([bare, quoted]) => quoted?.replaceAll(/\\(["\\])/g, '$1') ?? bare);

export const filtersOf = (query: string): Piece[] => piecesOf(query).filter(({ name }) => name !== undefined);

/** A filter as it is typed. */
export function filterText(name: string, ...values: readonly string[]): string {
  const quoted = values.map((value) => (/[\s",]/.test(value) ? `"${value.replaceAll(/(["\\])/g, '\\$1')}"` : value));
  return `${name}:${quoted.join(',')}`;
}

export const hasFilter = (query: string, name: string, value: string): boolean =>
  filtersOf(query).some((piece) => piece.name === name && !piece.excluded && piece.values.includes(value));

/** The query with this filter in it, in place of another of the same name if there may be only one. */
export function withFilter(query: string, name: string, value: string): string {
  const only = name === 'after' || name === 'before';
  const same = filtersOf(query).find((piece) => piece.name === name && !piece.excluded && (only || name !== 'is'));
  if (!same) return `${query.trim()} ${filterText(name, value)}`.trim();
  const values = only ? [value] : [...new Set([...same.values, value])];
  return tidy(query.slice(0, same.at) + filterText(name, ...values) + query.slice(same.end));
}

/** The query without this value of a filter, or without the filter. */
export function withoutFilter(query: string, name: string, value?: string): string {
  return filtersOf(query).reduceRight((text, piece) => {
    if (piece.name !== name || (value !== undefined && !piece.values.includes(value))) return text;
    const left = value === undefined ? [] : piece.values.filter((one) => one !== value);
    const sign = piece.excluded ? '-' : '';
    const instead = left.length > 0 ? sign + filterText(name, ...left) : '';
    return tidy(text.slice(0, piece.at) + instead + text.slice(piece.end));
  }, query);
}

const tidy = (text: string): string => text.replaceAll(/ {2,}/g, ' ').trim();

/** Two queries as one: both must hold. */
export const joined = (...queries: readonly (string | null | undefined)[]): string =>
  queries.filter((query) => query).join(' ');
