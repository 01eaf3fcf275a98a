/** Loaded before a program (`node --import`): writes the CPU seconds of the whole process to the file in BENCH_CPU. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.BENCH_CPU, String((user + system) / 1e6));
});
