/** The changes of a session in a browser: what became of each file, and each edit when it is wanted. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NativeLog } from '../../testing/native-log.ts';
import { type ServedPage, screenshot, servePage } from '../../testing/served-page.ts';

const ID = 'aaaa1111-0000-4000-8000-000000000078';

function twoEdits(): Record<string, string> {
  const log = new NativeLog(ID, Date.UTC(2026, 10, 2, 9, 0, 0));
  log.prompt('Change it twice.');
  const edit = (file: string, removed: string, added: string) => {
    const filePath = `/home/dev/shop/${file}`;
    const lines = [' export {};', `-${removed}`, `+${added}`];
    const structuredPatch = [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines }];
    const input = { file_path: filePath, old_string: removed, new_string: added };
    log.call('Edit', input, { output: 'The file was updated.', result: { filePath, structuredPatch } });
  };
  edit('src/cart/total.ts', 'const a = 1;', 'const a = 2;');
  edit('src/cart/total.ts', 'const a = 2;', 'const a = 3;');
  edit('src/cart/item.ts', 'let b;', 'let c;');
  log.say('Done.');
  return { [log.path]: log.take() };
}

describe.skipIf(!chromiumPath)('changes', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: twoEdits() });
  });
  afterAll(() => served?.close());

  it('are one diff for each file, in a tree of paths within the project', async () => {
    const { page, trouble } = await served.open(`/s/${ID}?tab=changes`);
    const tree = page.getByRole('navigation', { name: 'Changed files' });
    await tree.waitFor();
    expect(await tree.locator('span').allTextContents()).toEqual(['src/cart/']);
    expect(await tree.getByRole('button').allTextContents()).toEqual(['item.ts+1 −1', 'total.ts+1 −1']);
    const net = page.locator('.change.net');
    expect(await net.locator('.diff-text').textContent()).toBe('  export {};\n- const a = 1;\n+ const a = 3;');
    expect(await net.getByRole('link').count()).toBe(2);
    await screenshot(page, 'changes-net');
    await page.getByLabel('Each edit').check();
    await expect.poll(() => page.locator('.change.edit').count()).toBe(3);
    expect(new URL(page.url()).searchParams.get('edits')).toBe('each');
    await net.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
  });
});
