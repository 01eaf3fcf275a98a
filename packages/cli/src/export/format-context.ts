/** What a format needs to be written by a command; a Parquet encoder is loaded for the format that needs it. */
import { formatContext } from '@hansard/archive/sharing/chosen-format.ts';
import type { Host } from '@hansard/core';
import type { Format, FormatContext, OptionValues } from '@hansard/core/formats/contract.ts';

export async function contextFor(format: Format, host: Host, options: OptionValues): Promise<FormatContext> {
  const context = formatContext(host, options);
  if (format.extension !== 'parquet') return context;
  const { parquetEncoder } = await import('./parquet-encoder.ts');
  return { ...context, parquet: parquetEncoder };
}
