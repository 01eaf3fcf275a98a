/** An archive from before the index of written lines gets it, without its files being there. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { indexWritten } from '../ingest/index-written.ts';
import { GitWorld } from '../testing/git-world.ts';
import { makeFourthVersion } from '../testing/second-version.ts';

let world: GitWorld;
beforeEach(() => {
  world = new GitWorld();
});
afterEach(() => world.remove());

const WRITTEN = `SELECT w.event_id, w.kind, hex(w.lines) AS lines, p.text FROM written w JOIN path p ON p.id = w.path_id ORDER BY 1, 4`;

it('is made from the originals, as ingest would have made it', async () => {
  world.agent('s-1', 'a.js', () => ['const boardingOrder = computeOrder(seats);']);
  world.agent('s-1', 'a.js', (lines) => [...lines, 'announceBoarding(boardingOrder);']);
  world.agent('s-2', 'b.js', () => ['const gateNumber = lookUpGate(flight);'], { writer: 'codex' });
  world.shell('s-1', "cat > c.js <<'EOF'\nconst cabin = prepareCabin();\nEOF");
  const before = await world.archive();
  const expected = before.sql.all(WRITTEN);
  expect(expected.map((row) => String(row['text']).split('/').at(-1)).sort()).toEqual(['a.js', 'a.js', 'b.js', 'c.js']);
  before.close();
  await makeFourthVersion(join(world.env['HANSARD_HOME'] as string, 'archive.db'));
  const after = await Archive.open(createNodeHost({ home: world.home, env: world.env }));
  try {
    expect(after.sql.all(WRITTEN)).toEqual([]);
    await indexWritten(after);
    expect(after.sql.all(WRITTEN)).toEqual(expected);
  } finally {
    after.close();
  }
});

it('knows that an edit that failed wrote nothing', async () => {
  const input = { file_path: join(world.repo, 'a.js'), old_string: 'x', new_string: 'const neverWritten = true;' };
  world.claude(
    's-1',
    world.repo,
    'Edit',
    input,
    '<tool_use_error>String to replace not found</tool_use_error>',
    'Error: String to replace not found',
  );
  const archive = await world.archive();
  try {
    expect(archive.sql.all(WRITTEN)).toEqual([]);
  } finally {
    archive.close();
  }
});
