/** Exported pages for tests: written as the command writes them, with the viewer as it ships, and opened from a file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { FormatContext, HtmlViewer } from '@hansard/core/formats/contract.ts';
import { launchChromium } from '@hansard/core/testing/chromium.ts';
import { pageOf } from '@hansard/core/testing/written-page.ts';
import type { Transcript } from '@hansard/core/transcript.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';

export class ExportedFiles {
  readonly viewer: HtmlViewer;
  readonly browser: Browser;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hansard-file-'));

  private constructor(viewer: HtmlViewer, browser: Browser) {
    this.viewer = viewer;
    this.browser = browser;
  }

  static async start(): Promise<ExportedFiles> {
    const viewer = JSON.parse(readFileSync(join(inject('builtPage'), 'viewer.json'), 'utf8'));
    return new ExportedFiles(viewer, await launchChromium());
  }

  async write(name: string, transcript: Transcript, more: Partial<FormatContext> = {}): Promise<string> {
    const deflate = (data: Uint8Array) => deflateRawSync(data);
    return this.keep(name, await pageOf(transcript, { viewer: this.viewer, deflate, ...more }));
  }

  /** The address of a file with this text. */
  keep(name: string, html: string): string {
    const path = join(this.#folder, `${name}.html`);
    writeFileSync(path, html);
    return pathToFileURL(path).href;
  }

  /** A page, and everything that it did but should not: it asks for nothing but itself. */
  async open(address: string, options: BrowserContextOptions = {}): Promise<{ page: Page; trouble: string[] }> {
    const context = await this.browser.newContext({
      viewport: { width: 1400, height: 900 },
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    const trouble: string[] = [];
    const [own] = address.split('#');
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => trouble.push(`dialog ${dialog.message()}`)));
    page.on('request', (request) => {
      if (request.url().split('#')[0] !== own && !request.url().startsWith('data:')) trouble.push(request.url());
    });
    await page.goto(address);
    return { page, trouble };
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
