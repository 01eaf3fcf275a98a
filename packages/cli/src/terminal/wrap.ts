/** Breaks a paragraph into lines of at most 80 columns; later lines are indented by `hang`. */
const COLUMNS = 80;

export function wrap(text: string, indent = 0, hang = indent): string {
  const lines: string[] = [];
  let line = ' '.repeat(indent);
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    if (line.trim() !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = ' '.repeat(hang) + word;
    } else line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
