/** What a format needs to be written by a command: an encoder for Parquet, a viewer for HTML. */
import { deflateRawSync } from 'node:zlib';
import type { Host } from '@hansard/core';
import type { Format, FormatContext, OptionValues } from '@hansard/core/formats/contract.ts';
import { DEFLATE_LEVEL } from '@hansard/core/sharing/chosen-format.ts';

/** `password`: what HTML is locked with. */
export async function contextFor(
  format: Format,
  host: Host,
  options: OptionValues,
  password?: string,
): Promise<FormatContext> {
  const deflate = (data: Uint8Array) => deflateRawSync(data, { level: DEFLATE_LEVEL });
  const context: FormatContext = { digest: host.digest, deflate, options };
  if (format.extension === 'html') return { ...context, ...(await htmlParts(password)) };
  if (format.extension !== 'parquet') return context;
  const { parquetEncoder } = await import('./parquet-encoder.ts');
  return { ...context, parquet: parquetEncoder };
}

/** Loaded for the formats that need them. */
async function htmlParts(password: string | undefined): Promise<Pick<FormatContext, 'viewer' | 'lock'>> {
  const viewer = (await import('./html-viewer.ts')).htmlViewer();
  const lock = password === undefined ? undefined : (await import('./html-lock.ts')).htmlLock(password);
  return { ...(viewer && { viewer }), ...(lock && { lock }) };
}
