/** What was exported, in lines for people. */
import { neutraliseLine } from '@hansard/core';
import { bytesInWords, count, grouped, tilde } from '../terminal/words.ts';
import type { Exported, Job } from './job.ts';
import { lossText } from './loss-text.ts';

export function exportedText({ session, path, bytes = 0, redactions, losses }: Exported, job: Job): string {
  const { host, format, way } = job;
  const what = way.profile.local ? 'nothing taken out' : count(redactions, 'redaction');
  const place = path === undefined ? session : neutraliseLine(tilde(path, host.home));
  const size = path === undefined ? '' : `  ${bytesInWords(bytes)}`;
  return `${place}${size}  ${way.profile.name}: ${what}\n${losses ? lossText(format, losses) : ''}`;
}

/** Several sessions together. */
export function summaryText(
  exported: readonly Exported[],
  wanted: number,
  index: string | undefined,
  { host, way, destination }: Job,
): string {
  const sum = (of: (one: Exported) => number) => exported.reduce((total, one) => total + of(one), 0);
  const failed = exported.length < wanted ? `, ${grouped(wanted - exported.length)} not` : '';
  const size = destination ? `, ${bytesInWords(sum(({ bytes = 0 }) => bytes))}` : '';
  const what = way.profile.local
    ? 'nothing taken out'
    : count(
        sum(({ redactions }) => redactions),
        'redaction',
      );
  const begin = destination
    ? `Exported ${count(exported.length, 'session')}${failed}`
    : count(exported.length, 'session');
  const open = index === undefined ? '' : `Open ${neutraliseLine(tilde(index, host.home))}\n`;
  return `\n${begin}${size}, ${way.profile.name}: ${what}.\n${open}`;
}
