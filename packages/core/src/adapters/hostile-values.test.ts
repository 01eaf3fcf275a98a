/** Objects where texts are expected: one bad line costs that line, and never the log or the folder. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../reading/read-session.ts';
import { UNTEXTED } from '../testing/damage.ts';
import { goldenCases, HOME, hostOf, inputFiles } from '../testing/fixtures.ts';
import type { MemoryHost } from '../testing/memory-host.ts';
import { adapters } from './index.ts';

const LINES = [
  { type: UNTEXTED },
  { type: UNTEXTED, payload: { type: UNTEXTED }, message: { role: UNTEXTED, content: UNTEXTED } },
  { type: 'message', message: { role: 'assistant', content: [{ type: UNTEXTED, text: UNTEXTED }] } },
].map((value) => `${JSON.stringify(value)}\n`);

const eventsOf = async (host: MemoryHost) => {
  const { reads } = await readFolder(adapters, host, HOME);
  return reads.reduce((sum, { events }) => sum + events.length, 0);
};

const isLog = (path: string): boolean => path.endsWith('.jsonl');
const withLogs = goldenCases().filter((golden) => Object.keys(inputFiles(golden)).some(isLog));

describe.each(withLogs)('$agent, $name', (golden) => {
  it('reads what is around lines with objects where texts are expected', async () => {
    const whole = await eventsOf(hostOf(golden));
    for (const line of LINES) {
      const host = hostOf(golden);
      for (const [path, bytes] of host.files) {
        if (!isLog(path)) continue;
        const text = Buffer.from(bytes).toString();
        const first = text.indexOf('\n') + 1;
        host.files.set(path, Buffer.from(text.slice(0, first) + line + text.slice(first)));
      }
      expect(await eventsOf(host), line).toBeGreaterThanOrEqual(whole);
    }
  });
});
