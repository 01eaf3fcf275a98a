/** Markdown tables from lists in the code. */

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

/** A cell stays in its cell: no bars, no line breaks, no tags outside code. */
function cell(text: string): string {
  const line = text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
  return line.includes('`') ? line : line.replaceAll('<', '\\<');
}

export const code = (text: string): string => `\`${text}\``;
