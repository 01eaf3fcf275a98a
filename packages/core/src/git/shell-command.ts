/** The here-documents and the words in a command. */
export interface HereDocument {
  /** The line that it belongs to, without the document. */
  readonly line: string;
  readonly lines: readonly string[];
}

const START = /<<(-?)\s*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/;

/** The command without its here-documents, line by line, and these. */
export function splitHereDocuments(command: string): { readonly plain: string[]; readonly documents: HereDocument[] } {
  const plain: string[] = [];
  const documents: HereDocument[] = [];
  const lines = command.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const start = START.exec(line);
    const end = start ? endOf(lines, at, start) : -1;
    if (!start || end < 0) {
      plain.push(line);
      continue;
    }
    const body = lines.slice(at + 1, end);
    documents.push({
      line: line.replace(START, ' '),
      lines: start[1] === '-' ? body.map((text) => text.replace(/^\t+/, '')) : body,
    });
    at = end;
  }
  return { plain, documents };
}

function endOf(lines: readonly string[], from: number, start: RegExpExecArray): number {
  const mark = start[2] ?? start[3] ?? start[4];
  return lines.findIndex((text, at) => at > from && (start[1] === '-' ? text.replace(/^\t+/, '') : text) === mark);
}

/** Words of a simple command: quotes are taken off, nothing is expanded. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const match of line.matchAll(/((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\;|&<>])+)|(>>?|[;|&]+|<)/g)) {
    words.push(match[2] ?? unquoted(match[1] as string));
  }
  return words;
}

const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_all, plain, quoted, escaped) =>
    plain !== undefined ? plain : quoted !== undefined ? quoted.replace(/\\(["\\$`])/g, '$1') : escaped,
  );
