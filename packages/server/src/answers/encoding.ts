/** Compression of answers: the best that both sides know. Small ones are not worth it. */
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

export type Encoding = 'zstd' | 'br' | 'gzip';

const LEAST = 1024;
const { BROTLI_PARAM_QUALITY } = zlib.constants;
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
/** Not in Node 20. */
const zstd = (zlib as { zstdCompress?: (data: Buffer, done: (error: Error | null, data: Buffer) => void) => void })
  .zstdCompress;

const COMPRESS: Partial<Record<Encoding, (data: Buffer) => Promise<Buffer>>> = {
  ...(zstd && { zstd: promisify(zstd) }),
  br: (data) => brotli(data, { params: { [BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (data) => gzip(data, { level: 5 }),
};

export const ENCODINGS = Object.keys(COMPRESS) as Encoding[];

/** By `accept-encoding`; undefined when it is to be sent as it is. */
export function encodingFor(header: string | undefined, bytes: number): Encoding | undefined {
  if (bytes < LEAST || header === undefined) return undefined;
  const wanted = new Map(
    header.split(',').map((one) => {
      const [name = '', ...parameters] = one.trim().toLowerCase().split(';');
      const q = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return [name.trim(), q === undefined ? 1 : Number(q.trim().slice(2)) || 0] as const;
    }),
  );
  const weight = (encoding: Encoding) => wanted.get(encoding) ?? wanted.get('*') ?? 0;
  const [best] = ENCODINGS.toSorted((a, b) => weight(b) - weight(a));
  return best !== undefined && weight(best) > 0 ? best : undefined;
}

export const compress = (data: Buffer, encoding: Encoding): Promise<Buffer> =>
  (COMPRESS[encoding] as (data: Buffer) => Promise<Buffer>)(data);
