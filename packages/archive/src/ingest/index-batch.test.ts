import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { SpilledTexts } from '../sqlite/events/spilled-texts.ts';
import { SampleMachine, sampleAgent } from '../testing/sample-agent.ts';
import { IndexBatch } from './index-batch.ts';

let home: string;
let archive: Archive;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-index-'));
  archive = await Archive.open(new SampleMachine(home, {}), [sampleAgent()]);
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

let next = 1;
/** A transaction with one event of so many characters. */
function write(characters: number): void {
  const { sql, originals } = archive;
  sql.transaction(() => {
    const batch = new IndexBatch(sql, new SpilledTexts(sql, originals));
    const body = `word${next} `.repeat(Math.ceil(characters / `word${next} `.length));
    batch.add(next++, { body, parts: '' }, { replaces: false, spills: false });
    batch.write(() => undefined);
  });
}

const pieces = () => archive.sql.get('SELECT count(DISTINCT segid) AS n FROM event_text_idx')?.['n'];
const merged = () => archive.sql.get("SELECT v FROM event_text_config WHERE k = 'automerge'")?.['v'];
const found = (word: string) => archive.sql.all('SELECT rowid FROM event_text WHERE event_text MATCH ?', word).length;

it('leaves large pieces as they are, and tells the index to merge again', () => {
  const first = next;
  for (let nth = 0; nth < 8; nth++) write(4 * 1024 * 1024);
  expect(pieces()).toBe(8);
  expect(merged()).toBe(4);
  expect(found(`word${first}`)).toBe(1);
});

it('merges small pieces as it goes', () => {
  for (let nth = 0; nth < 40; nth++) write(100_000);
  expect(pieces()).toBeLessThan(16);
  expect(merged()).toBeUndefined();
});
