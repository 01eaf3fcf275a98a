/**
 * What every format in the list promises, shown on all golden transcripts and on generated ones: what it wrote and
 * read it writes the same again, what it calls lossless loses nothing, and what it reads is whatever it is given.
 */

import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { generatedTranscript } from '../testing/generated-transcripts.ts';
import { goldenTranscripts } from '../testing/golden-transcripts.ts';
import { fc } from '../testing/property.ts';
import type { Transcript } from '../transcript.ts';
import {
  collectTranscripts,
  type FileFormat,
  type FolderFile,
  type Format,
  type OptionValues,
  type Pieces,
  sourceOf,
  type TranscriptsRead,
} from './contract.ts';
import { formats } from './index.ts';

/** A format that is written and read, with its files or its one file as a record from path to text. */
interface TwoWay {
  write(transcript: Transcript, options: OptionValues): Promise<Record<string, string>>;
  read(files: Record<string, string>): Promise<TranscriptsRead>;
}

function twoWay(format: Format): TwoWay | undefined {
  if (format.layout === 'folder') {
    const { writeFolder, readFolder } = format;
    if (!writeFolder || !readFolder) return undefined;
    return {
      async write(transcript, options) {
        const files: Record<string, string> = {};
        for await (const file of writeFolder(sourceOf(transcript), { digest: sha256, options })) {
          files[file.path] = await textOf(file.pieces());
        }
        return files;
      },
      read: (files) => collectTranscripts(readFolder(Object.entries(files).map(folderFile), { digest: sha256 })),
    };
  }
  const { write, read } = format;
  if (!write || !read) return undefined;
  return {
    write: async (transcript, options) => ({
      '': await textOf(write(sourceOf(transcript), { digest: sha256, options })),
    }),
    read: (files) => collectTranscripts(read([files[''] ?? ''], { digest: sha256 })),
  };
}

const folderFile = ([path, text]: [string, string]): FolderFile => ({ path, pieces: () => [text] });

async function textOf(pieces: Pieces): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  return text;
}

/** The options' defaults, and each flag set. */
function variantsOf({ options }: Format): OptionValues[] {
  return [{}, ...options.filter(({ kind }) => kind === 'flag').map(({ name }) => ({ [name]: true }))];
}

const nameOf = ({ id }: Format, options: OptionValues) => [id, ...Object.keys(options)].join(' with ');
const cases = formats.flatMap((format) => {
  const ways = twoWay(format);
  return ways ? variantsOf(format).map((options) => ({ name: nameOf(format, options), format, ways, options })) : [];
});
const golden = goldenTranscripts();

describe.each(cases)('$name', ({ format, ways, options }) => {
  const stable = async (transcript: Transcript) => {
    const first = await ways.write(transcript, options);
    const { transcripts, problems } = await ways.read(first);
    expect(problems).toEqual([]);
    const lossless = format.holds(options) === 'everything';
    if (lossless) expect(transcripts).toEqual([transcript]);
    const again = await Promise.all(transcripts.map((read) => ways.write(read, options)));
    expect(Object.assign({}, ...again)).toEqual(first);
  };

  it('writes the same again after reading it: golden transcripts', async () => {
    for (const { name, transcript } of golden) await expect(stable(transcript), name).resolves.toBeUndefined();
  });

  it('writes the same again after reading it: generated transcripts', async () => {
    await fc.assert(fc.asyncProperty(generatedTranscript, stable), { numRuns: 60 });
  });
});

describe.each(formats)('$id', (format) => {
  it('has an id, words and options that say something', () => {
    expect(format.id).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(formats.filter(({ id }) => id === format.id)).toHaveLength(1);
    for (const text of [format.label, format.description, format.extension, format.mediaType])
      expect(text).not.toBe('');
    expect(format.description).toMatch(/^[A-Z].*\.$/);
    for (const option of format.options) expect(option.description).toMatch(/^[A-Z].*[^.]$/);
  });

  it('can be written or read', () => {
    const verbs = format.layout === 'file' ? [format.write, format.read] : [format.writeFolder, format.readFolder];
    expect(verbs.filter(Boolean)).not.toEqual([]);
  });
});

const readable = formats.filter((format): format is FileFormat => format.layout === 'file' && !!format.read);

describe.each(readable)('reading $id', ({ read }) => {
  const readText = (text: string) => collectTranscripts(read?.([text], { digest: sha256 }) as never);

  it('never throws, and tells where what is wrong', async () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"type"',
      '1',
      'null',
      '\n',
      ' ',
      '"',
      '\\',
      '\0',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        for (const { line, column, message } of (await readText(pieces.join(''))).problems) {
          expect([line > 0, column > 0, message !== '']).toEqual([true, true, true]);
        }
      }),
    );
    await fc.assert(fc.asyncProperty(fc.json(), async (text) => void (await readText(text))));
  });
});
