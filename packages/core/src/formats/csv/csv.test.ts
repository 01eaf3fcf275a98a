import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { generatedTranscript } from '../../testing/generated-transcripts.ts';
import { fc } from '../../testing/property.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { type OptionValues, sourceOf } from '../contract.ts';
import { csv } from './format.ts';

async function write(transcript: Transcript, options: OptionValues = {}): Promise<string> {
  let text = '';
  for await (const piece of csv.write?.(sourceOf(transcript), { digest: sha256, options }) ?? []) text += String(piece);
  return text;
}

/** A reader of RFC 4180, to see that what was written comes back. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('a table of events', () => {
  it('has a row for each, with the cells that were written', async () => {
    await fc.assert(
      fc.asyncProperty(generatedTranscript, async (transcript) => {
        const [head = [], ...rows] = parse(await write(transcript));
        expect(rows).toHaveLength(transcript.events.length);
        const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
        const own = (value: (event: Event) => unknown) => transcript.events.map((event) => String(value(event) ?? ''));
        expect(column('text')).toEqual(own(({ text }) => text));
        expect(column('tool_output')).toEqual(own(({ tool }) => tool?.output));
        expect(column('usage_input')).toEqual(own(({ usage }) => usage?.input));
        expect(rows.every((row) => row.length === head.length)).toBe(true);
      }),
    );
  });

  it('can do without the names of columns', async () => {
    const transcript = transcriptOf([{ type: 'user_message', text: 'hi' }]);
    expect((await write(transcript, { header: false })).split('\r\n')).toHaveLength(2);
    expect((await write(transcript)).startsWith('transcript_id,agent,native_session_id,seq,id,timestamp,')).toBe(true);
  });

  it('gives spreadsheets nothing to run', async () => {
    const transcript = transcriptOf([
      { type: 'user_message', text: '=HYPERLINK("http://x")' },
      { type: 'user_message', text: '-2+3' },
      { type: 'tool_result', tool: { name: 'Bash', exitCode: -1, output: '@SUM(A1)' } },
    ]);
    const cells = parse(await write(transcript, { spreadsheet: true })).flat();
    expect(cells).toContain(`'=HYPERLINK("http://x")`);
    expect(cells).toContain("'-2+3");
    expect(cells).toContain("'@SUM(A1)");
    expect(cells).toContain('-1');
    expect(parse(await write(transcript)).flat()).toContain('-2+3');
  });
});

it('is written as in the example', async () => {
  const path = fileURLToPath(new URL('../../../../../examples/csv.example.csv', import.meta.url));
  await expect(await write(example as unknown as Transcript)).toMatchFileSnapshot(path);
});
