/** Reads one session file and writes it as HTML, as the command does. Bundled before it runs, like the command. */
import { createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deflateRawSync } from 'node:zlib';
import { createNodeHost } from '../packages/archive/src/host/node-host.ts';
import { adapters } from '../packages/core/src/adapters/index.ts';
import { sourceOf } from '../packages/core/src/formats/contract.ts';
import { html } from '../packages/core/src/formats/html/format.ts';
import { detectFile, readFile } from '../packages/core/src/reading/read-input.ts';
import { assemble } from '../packages/core/src/reading/transcripts.ts';

const [input, output, viewer] = process.argv.slice(2);
const host = createNodeHost({ home: '/nowhere', env: {} });
const detected = await detectFile(adapters, host, input);
const reads = await readFile(host, input, detected);
const [transcript] = assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: host.digest });
const context = {
  digest: host.digest,
  deflate: (data) => deflateRawSync(data, { level: 4 }),
  viewer: JSON.parse(readFileSync(viewer, 'utf8')),
};
await pipeline(Readable.from(html.write(sourceOf(transcript), context)), createWriteStream(output));
