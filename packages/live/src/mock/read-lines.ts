/** JSON objects that come line by line; what is none is left out. Split on LF only. */
export async function* readLines(input: AsyncIterable<Buffer | string>): AsyncIterable<Record<string, unknown>> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of input) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = parsed(line);
      if (value) yield value;
    }
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
