/** The index.html of a folder of exported pages: what was just written, by what leaves of each session. */
import { basename, join } from 'node:path';
import { adapterOf, Failure } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { projectOf } from '@hansard/core/formats/file-name.ts';
import { titleOf } from '@hansard/core/formats/html/facts.ts';
import { type IndexEntry, indexPage } from '@hansard/core/formats/html/index-page.ts';
import { OutputFile } from '../terminal/output-file.ts';
import { count } from '../terminal/words.ts';
import type { Job } from './job.ts';

export class FolderIndex {
  readonly #path: string;
  readonly #isLocked: boolean;
  readonly #entries: IndexEntry[] = [];

  constructor(folder: string, isLocked: boolean) {
    this.#isLocked = isLocked;
    this.#path = join(folder, 'index.html');
  }

  /** Of a locked page only its name is said. */
  add(path: string, header: TranscriptHeader): void {
    const file = basename(path);
    if (this.#isLocked) {
      this.#entries.push({ file, title: file, startedAt: '', facts: ['locked with a password'] });
      return;
    }
    const { session, source, metrics } = header;
    const facts = [
      adapterOf(source.agent)?.label ?? source.agent,
      projectOf(header),
      count(metrics.messageCount, 'message'),
      count(metrics.toolCallCount, 'tool call'),
    ];
    this.#entries.push({ file, title: titleOf(header), startedAt: session.startedAt, facts });
  }

  /** Where it is; undefined when there is nothing to list, or a file of that name is in the way. */
  async write(force: boolean, { context, formatting }: Job): Promise<string | undefined> {
    if (this.#entries.length === 0) return undefined;
    try {
      const file = await OutputFile.create(this.#path, force);
      await file.write(indexPage(this.#entries, formatting));
      await file.finish();
      return this.#path;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'output-exists') throw error;
      context.note(`${this.#path} is already there and was not replaced; --force does so.`);
      return undefined;
    }
  }
}
