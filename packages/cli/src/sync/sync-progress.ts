/** How far a sync is, in one line: a bar, files, bytes, rate, and the time that is left. */
import type { SyncProgress } from '@hansard/archive';
import { bytesInWords, grouped } from '../terminal/words.ts';

const BAR_CELLS = 20;
/** Before this no rate is worth telling. */
const SETTLED_MS = 500;

export function progressLine({ files, totalFiles, bytes, totalBytes }: SyncProgress, elapsedMs: number): string {
  const share = totalBytes > 0 ? Math.min(1, bytes / totalBytes) : files / Math.max(1, totalFiles);
  const done = Math.round(share * BAR_CELLS);
  const bar = `[${'#'.repeat(done)}${'-'.repeat(BAR_CELLS - done)}] ${String(Math.floor(share * 100)).padStart(3)}%`;
  const counted = `${grouped(files)}/${grouped(totalFiles)} files`;
  const sizes = `${bytesInWords(bytes)} of ${bytesInWords(totalBytes)}`;
  return [bar, counted, sizes, ...rateAndRest(bytes, totalBytes, elapsedMs)].join('  ');
}

function rateAndRest(bytes: number, totalBytes: number, elapsedMs: number): string[] {
  if (elapsedMs < SETTLED_MS || bytes === 0) return [];
  const perSecond = bytes / (elapsedMs / 1000);
  return [`${bytesInWords(perSecond)}/s`, `${secondsInWords((totalBytes - bytes) / perSecond)} left`];
}

export function secondsInWords(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
