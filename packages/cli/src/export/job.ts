/** What an export works with, and what it tells of each session. */
import type { Archive } from '@hansard/archive';
import type { Host, PriceBook } from '@hansard/core';
import type { Format, FormatContext } from '@hansard/core/formats/contract.ts';
import type { Loss } from '@hansard/core/formats/loss-report.ts';
import type { Way } from '@hansard/core/sharing/outgoing.ts';
import type { Context } from '../context.ts';
import type { Destination } from './destination.ts';
import type { Written } from './write-pieces.ts';

export interface Job {
  readonly context: Context;
  readonly archive: Archive;
  readonly host: Host;
  readonly format: Format;
  readonly way: Way;
  readonly prices: PriceBook | undefined;
  /** Undefined when there is only a report. */
  readonly destination: Destination | undefined;
  readonly formatting: FormatContext;
}

export interface Exported extends Partial<Written> {
  readonly session: string;
  readonly path?: string;
  readonly generation: number;
  readonly redactions: number;
  readonly losses?: readonly Loss[];
}
