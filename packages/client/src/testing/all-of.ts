/** Everything that an iterable gives. Node 20 has no Array.fromAsync. */
export async function allOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
