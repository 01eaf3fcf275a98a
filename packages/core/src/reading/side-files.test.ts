import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { MemoryHost } from '../testing/memory-host.ts';
import { readOf, say } from '../testing/reads.ts';
import { resolveSideFiles } from './side-files.ts';

const host = new MemoryHost(
  { '/home/dev/session/tool-results/big.txt': 'the whole output', '/etc/passwd': 'secret' },
  { digest: sha256 },
);
const inputs = [{ path: '/home/dev/session/tool-results/big.txt', kind: 'side', role: 'side' } as const];
const spilled = (path: string) =>
  readOf('p', {}, [say('a', 1, { parts: [{ type: 'file_ref', path, spilled: true }] })]);

describe('a spilled file', () => {
  it('becomes an attachment, found by name wherever the session was moved', async () => {
    const [read] = await resolveSideFiles(host, [spilled('C:\\Users\\dev\\old\\big.txt')], inputs);
    const hash = read?.events[0]?.parts?.[0]?.hash as string;
    expect(read?.attachments[hash]).toEqual({
      mime: 'text/plain',
      bytes: 16,
      path: '/home/dev/session/tool-results/big.txt',
      data: btoa('the whole output'),
    });
    expect(read?.problems).toEqual([]);
  });

  it.each(['/etc/passwd', '../../../etc/passwd', 'gone.txt', ''])(
    '%j is not read from outside the session',
    async (path) => {
      const [read] = await resolveSideFiles(host, [spilled(path)], inputs);
      expect(read?.attachments).toEqual({});
      expect(read?.problems.map(({ kind }) => kind)).toEqual(path ? ['dangling-reference'] : []);
    },
  );
});
