/**
 * What the index of written lines costs a sync of generated logs, and what share of the archive it is. Each round syncs with and
 * without it, in turns of who comes first; the median of the rounds' ratios counts. HANSARD_BENCH_MIB sets the size, 64 without it.
 * Targets: 5% of the CPU of sync, 5% of the archive.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { table } from './table.mjs';

const MIB = Number(process.env.HANSARD_BENCH_MIB ?? 64);
const ROUNDS = 7;

export function writtenLinesTable({ root, scratch }) {
  const generator = path.join(root, '../shared/tools/generate-logs.mjs');
  if (!existsSync(generator)) return 'Index of written lines: skipped, there is no ../shared/tools/generate-logs.mjs\n';
  const home = path.join(scratch, 'index-home');
  execFileSync(process.execPath, [generator, home, String(MIB)], { stdio: 'ignore' });
  const sync = (mode) => {
    const archive = path.join(scratch, `index-archive-${mode}`);
    rmSync(archive, { recursive: true, force: true });
    const worker = path.join(root, 'bench/index-worker.mjs');
    const env = { PATH: process.env.PATH, HOME: home };
    return JSON.parse(
      execFileSync(process.execPath, ['--no-warnings', worker, mode, home, archive], { env, cwd: root }),
    );
  };
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const order = round % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
    return Object.fromEntries(order.map((mode) => [mode, sync(mode)]));
  });
  const ratios = rounds.map((one) => one.with.cpu / one.without.cpu - 1).toSorted((a, b) => a - b);
  const cpu = (mode) => median(rounds.map((one) => one[mode].cpu)).toFixed(2);
  const { index, all } = rounds[0].with;
  return table(`Index of written lines in ${MIB} MiB of generated logs, ${ROUNDS} rounds`, [
    { what: 'index / archive', measured: percent(index / all), target: '5%' },
    { what: 'sync with / without it, CPU s', measured: `${cpu('with')} / ${cpu('without')}`, target: '' },
    {
      what: 'what it costs sync, median (from … to)',
      measured: `${percent(median(ratios))} (${percent(ratios[0])} … ${percent(ratios.at(-1))})`,
      target: '5%',
    },
  ]);
}

const percent = (share) => `${(100 * share).toFixed(1)}%`;
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
