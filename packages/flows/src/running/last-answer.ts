/** The last thing that an agent said in a transcript, read from its file. */
import { parsedLine } from './parsed-line.ts';
import type { RunDisk } from './run-disk.ts';

export async function lastAnswer(disk: RunDisk, path: string): Promise<string | undefined> {
  const lines = ((await disk.read(path)) ?? '').split('\n');
  for (const line of lines.toReversed()) {
    const value = parsedLine(line);
    if (value?.['role'] === 'assistant' && value['type'] === undefined && typeof value['content'] === 'string')
      return value['content'];
  }
  return undefined;
}
