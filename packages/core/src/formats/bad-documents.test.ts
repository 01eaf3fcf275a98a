/** Whatever is wrong in a document, every reader says where: pointer, line, column, and what was expected there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { collectTranscripts, type FileFormat, type FolderFormat, type FormatProblem } from './contract.ts';
import { formatOf, formats } from './index.ts';

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const example = (name: string) => readFileSync(join(examples, name), 'utf8');

/** Format, its example, what is replaced (the last time it occurs) by what, and where that is. */
const CASES: [string, string, string, string, RegExp][] = [
  ['transcript', 'transcript.example.json', '"seq": 5,', '"seq": "five",', /^\/events\/\d+\/seq$/],
  ['transcript-lines', 'transcript-lines.example.jsonl', '"seq":5,', '"seq":"five",', /^\/seq$/],
  ['universal', 'universal.example.jsonl', '"synthetic":false', '"synthetic":"no"', /^\/synthetic$/],
  ['entries', 'entries.example.jsonl', '"role":"assistant","content"', '"role":"butler","content"', /^\/role$/],
  ['trace-record', 'trace-record.example.jsonl', '"step_index":3', '"step_index":"3"', /^\/steps\/\d+\/step_index$/],
  ['atif', 'atif.example.json', '"step_id":3', '"step_id":"3"', /^(\/\w+\/\d+)+\/step_id$/],
  [
    'otlp',
    'otlp.example.jsonl',
    '"spanId":"',
    '"spanId":7,"x":"',
    /^\/resourceSpans\/0\/scopeSpans\/0\/spans\/\d+\/spanId$/,
  ],
];

async function problemsIn(formatId: string, text: string): Promise<FormatProblem[]> {
  const { read } = formatOf(formatId) as FileFormat;
  return (await collectTranscripts(read?.([text], { digest: sha256 }) as never)).problems;
}

it('covers every format that is read', () => {
  const readable = formats.filter((format) => format.layout === 'file' && format.read).map(({ id }) => id);
  expect(CASES.map(([id]) => id).sort()).toEqual(readable.sort());
});

describe.each(CASES)('%s', (formatId, name, found, broken, pointer) => {
  it('is read without a word when it is right', async () => {
    expect(await problemsIn(formatId, example(name))).toEqual([]);
  });

  it('tells the place of a value of the wrong shape', async () => {
    const text = example(name);
    const at = text.lastIndexOf(found);
    expect(at).toBeGreaterThan(0);
    const before = text.slice(0, at) + broken.slice(0, broken.indexOf(':') + 1);
    const [problem] = await problemsIn(formatId, text.slice(0, at) + broken + text.slice(at + found.length));
    expect(problem).toMatchObject({
      pointer: expect.stringMatching(pointer),
      line: before.split('\n').length,
      message: expect.stringContaining('expected'),
    });
    const column = before.length - before.lastIndexOf('\n');
    expect(Math.abs((problem?.column ?? 0) - column)).toBeLessThanOrEqual(1);
  });

  it('tells where JSON ends to be JSON', async () => {
    const text = example(name);
    const at = text.lastIndexOf(found);
    const [problem] = await problemsIn(formatId, `${text.slice(0, at)}?${text.slice(at)}`);
    const before = text.slice(0, at);
    expect(problem).toMatchObject({
      line: before.split('\n').length,
      column: at - before.lastIndexOf('\n'),
      message: expect.stringMatching(/expected/),
    });
  });
});

describe('run', () => {
  it('tells the file, too', async () => {
    const folder = join(examples, 'run');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name));
    const files = names.map((name) => {
      const path = name.replaceAll('\\', '/');
      const text = readFileSync(join(folder, name), 'utf8').replace('"duration_ms": 47000', '"duration_ms": "long"');
      return { path, pieces: () => [text] };
    });
    const { readFolder } = formatOf('run') as FolderFormat;
    const { problems } = await collectTranscripts(readFolder?.(files, { digest: sha256 }) as never);
    expect(problems[0]).toMatchObject({
      path: expect.stringMatching(/receipts\/turn-001-primary\.json$/),
      pointer: '/duration_ms',
      line: 10,
      column: expect.any(Number),
      message: expect.stringContaining('expected'),
    });
  });
});
