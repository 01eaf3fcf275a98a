/** Attributes under numbered names, as some writers spread lists (`llm.input_messages.0.message.role`). */

/** Nobody means more messages, parts or calls than this. */
const MOST = 10_000;

export type Fields = Map<string, unknown>;

/** What stands under `prefix`0, `prefix`1 and so on, by the rest of its name. */
export function numbered(values: ReadonlyMap<string, unknown>, prefix: string): Fields[] {
  const found: Fields[] = [];
  for (const [key, value] of values) {
    if (!key.startsWith(prefix)) continue;
    const [, number, rest = ''] = /^(\d{1,5})\.(.*)$/.exec(key.slice(prefix.length)) ?? [];
    if (number === undefined || Number(number) >= MOST) continue;
    const fields = found[Number(number)] ?? new Map();
    found[Number(number)] = fields.set(rest, value);
  }
  return found.filter((fields) => fields !== undefined);
}

/** JSON in text as what it says; any other text as it is. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
