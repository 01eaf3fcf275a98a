/** Text in columns, by the width that characters take in a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const NONE = /\p{Mn}|\p{Me}|\u200c|\u200d|\ufe0f/u;

export type Alignment = 'left' | 'right';

/** Rows of equal length; the last column is not padded. */
export function table(rows: readonly (readonly string[])[], align: readonly Alignment[] = []): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, i) => pad(cell, widths[i] ?? 0, align[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Cuts to at most `columns`, with an ellipsis. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    kept += character;
  }
  return `${kept}…`;
}

/** The same, but keeps the end: of a path, that says the most. */
export function fitEnd(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const character of [...text].reverse()) {
    width += widthOf(character);
    if (width > columns) break;
    kept = character + kept;
  }
  return `…${kept}`;
}

function pad(text: string, width: number, align: Alignment = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? blanks + text : text + blanks;
}
