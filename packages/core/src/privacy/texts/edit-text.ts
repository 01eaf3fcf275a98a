/** Replaces stretches of a text and keeps the receipt: where each replacement stands in the text that comes out. */

/** A replacement as the receipt records it, in UTF-16 units of the text it stands in. */
export interface Mark {
  readonly ruleId: string;
  readonly type: string;
  readonly placeholder: string;
  readonly start: number;
  readonly end: number;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
  readonly ruleId: string;
  readonly type: string;
}

export interface EditedText {
  readonly text: string;
  /** In order. */
  readonly marks: readonly Mark[];
}

/** Edits are in order and apart from each other and from the marks that are there already. */
export function editText(before: EditedText, edits: readonly Edit[]): EditedText {
  const marks: Mark[] = [];
  let text = '';
  let at = 0;
  let old = 0;
  const keepUpTo = (end: number) => {
    for (let mark = before.marks[old]; mark && mark.start < end; mark = before.marks[++old]) {
      marks.push(moved(mark, text.length - at));
    }
    text += before.text.slice(at, end);
  };
  for (const { start, end, placeholder, ruleId, type } of edits) {
    keepUpTo(start);
    marks.push({ ruleId, type, placeholder, start: text.length, end: text.length + placeholder.length });
    text += placeholder;
    at = end;
  }
  keepUpTo(before.text.length);
  return { text, marks };
}

export const moved = (mark: Mark, by: number): Mark =>
  by === 0 ? mark : { ...mark, start: mark.start + by, end: mark.end + by };

/** Where places of the old text are in the new one; a place within a replaced stretch moves behind it. */
export function movePlaces(places: readonly number[], edits: readonly Edit[]): number[] {
  return places.map((place) => {
    let by = 0;
    for (const { start, end, placeholder } of edits) {
      if (start >= place) break;
      by += end > place ? placeholder.length + start - place : placeholder.length - (end - start);
    }
    return place + by;
  });
}
