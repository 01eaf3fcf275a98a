/** Takes one property out of JSON text and nothing else: comments around it stay, which the library's own edit drops. */
import { createScanner, type Edit, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

export function removeProperty(text: string, path: readonly string[]): Edit[] {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const property = root && findNodeAtLocation(root, [...path])?.parent;
  if (!property?.parent) return [];
  const end = property.offset + property.length;
  const after = commaAfter(text, end);
  if (after !== undefined) return [wholeLine(text, property.offset, after + 1)];
  const before = previousOf(property);
  const comma = before && commaAfter(text, before.offset + before.length);
  const removed = wholeLine(text, property.offset, end);
  return comma === undefined ? [removed] : [{ offset: comma, length: 1, content: '' }, removed];
}

function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

function previousOf(property: Node): Node | undefined {
  const siblings = property.parent?.children ?? [];
  return siblings[siblings.indexOf(property) - 1];
}

/** With its indentation and line break, when nothing else is on the line. */
function wholeLine(text: string, start: number, end: number): Edit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*(\r?\n)/.exec(text.slice(end));
  const alone = rest && text.slice(lineStart, start).trim() === '';
  return alone
    ? { offset: lineStart, length: end + rest[0].length - lineStart, content: '' }
    : { offset: start, length: end - start, content: '' };
}
