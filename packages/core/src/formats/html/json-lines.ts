/** A JSON value for people: `name: value` a line, texts of several lines as they are. */

/** Of a JSON text; what is no object or list is given as it is. */
export function jsonLines(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return json;
  }
  if (typeof value !== 'object' || value === null) return json;
  return Object.entries(value)
    .map(([name, item]) => (typeof item === 'string' ? `${name}:${textBlock(item)}` : `${name}: ${inlined(item)}`))
    .join('\n');
}

const textBlock = (text: string): string => (text.includes('\n') ? `\n${text}` : ` ${text}`);

/** Deep nesting overflows the stack of `stringify`; it is not worth a line. */
function inlined(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '…';
  }
}
