/** A page that is locked with a password, in a real browser from a file. */
import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { transcriptOf } from '@hansard/core/testing/small-transcript.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportedFiles } from '../testing/exported-file.ts';
import { screenshot } from '../testing/served-page.ts';

const PASSWORD = 'correct horse \u00e9';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4w8AAAAJoAM0l4pxuAAAAAElFTkSuQmCC';

/** As the command does it, with fewer rounds. */
function lock() {
  const [salt, iterations] = [Buffer.alloc(16, 7), 1000];
  const key = pbkdf2Sync(PASSWORD, salt, iterations, 32, 'sha256');
  let sealed = 0;
  return {
    salt,
    iterations,
    seal(data: Uint8Array, name: string) {
      const iv = Buffer.alloc(12, ++sealed);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
      return Buffer.concat([iv, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

describe.skipIf(!chromiumPath)('a locked page', () => {
  let files: ExportedFiles;
  let address: string;

  beforeAll(async () => {
    files = await ExportedFiles.start();
    const transcript = transcriptOf(
      [
        {
          type: 'user_message',
          text: 'The **plan**.',
          parts: [{ type: 'image', hash: 'sha256-a', mime: 'image/png' }],
        },
      ],
      { title: 'A secret plan' },
    );
    transcript.attachments = { 'sha256-a': { mime: 'image/png', bytes: 69, data: PNG } };
    address = await files.write('locked', transcript, { lock: lock() });
  });
  afterAll(() => files?.close());

  it('opens with its password alone, whichever way its letters are written', async () => {
    const { page, trouble } = await files.open(address);
    await page.getByLabel('Password').fill('wrong horse');
    expect(await page.title()).toBe('Locked session');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('That is not the password.').waitFor();
    await screenshot(page, 'file-locked');
    expect(await page.locator('.row').count()).toBe(0);
    await page.getByLabel('Password').fill(PASSWORD.normalize('NFD'));
    await page.keyboard.press('Enter');
    await page.locator('.row', { hasText: 'The plan.' }).waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('.picture img')?.naturalWidth === 1")).toBe(true);
    expect(await page.title()).toBe('A secret plan');
    expect(trouble).toEqual([]);
  });

  it('says without scripts that it is locked', async () => {
    const { page } = await files.open(address, { javaScriptEnabled: false });
    expect(await page.locator('body').innerText()).toContain('locked with a password');
  });
});
