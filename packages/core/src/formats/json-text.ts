/**
 * JSON text of a value, however deep it is nested: `JSON.stringify` overflows the stack at a few thousand levels,
 * and what agents wrote may be nested deeper on purpose.
 */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return (indent === 0 ? JSON.stringify(value) : JSON.stringify(value, null, indent)) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return deepText(value);
  }
}

interface Open {
  readonly close: string;
  readonly items: Iterator<readonly [string | undefined, unknown]>;
  empty: boolean;
}

/** On one line, with a stack of its own: indentation of this depth would be most of the text. */
function deepText(root: unknown): string {
  const pieces: string[] = [];
  const open: Open[] = [];
  const begin = (value: unknown): void => {
    const container = containerOf(value);
    pieces.push(container ? (container.close === ']' ? '[' : '{') : (JSON.stringify(value) ?? 'null'));
    if (container) open.push(container);
  };
  begin(root);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { done, value: item } = top.items.next();
    if (done) {
      open.pop();
      pieces.push(top.close);
      continue;
    }
    if (!top.empty) pieces.push(',');
    top.empty = false;
    if (item[0] !== undefined) pieces.push(`${JSON.stringify(item[0])}:`);
    begin(item[1]);
  }
  return pieces.join('');
}

function containerOf(value: unknown): Open | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return { close: ']', items: unnamed(value), empty: true };
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return { close: '}', items: members.values(), empty: true };
}

function* unnamed(items: readonly unknown[]): Generator<readonly [undefined, unknown]> {
  for (const item of items) yield [undefined, item];
}
