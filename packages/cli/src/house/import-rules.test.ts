/** The import rules find what they forbid: a small tree that breaks each of them is reported rule by rule. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../testing/repository.ts';

const CORE = 'packages/core/src';
const BROKEN: Record<string, string> = {
  [`${CORE}/transcript.ts`]: "import './host.ts';",
  [`${CORE}/host.ts`]: "import 'node:fs';",
  [`${CORE}/testing/memory.ts`]: "import 'node:fs';",
  [`${CORE}/reading/detect.ts`]: "import '../adapters/one/index.ts';\nimport '../testing/memory.ts';",
  [`${CORE}/adapters/one/index.ts`]: "import '../two/index.ts';\nimport '../../formats/plain/write.ts';",
  [`${CORE}/adapters/two/index.ts`]: "import './gone.ts';",
  [`${CORE}/families/old/read.ts`]: "import '../../adapters/index.ts';\nimport '../../formats/other/write.ts';",
  [`${CORE}/adapters/index.ts`]: 'export {};',
  [`${CORE}/formats/plain/write.ts`]: "import '../other/write.ts';",
  [`${CORE}/formats/other/write.ts`]: "import '../../reading/head.ts';\nimport '../../reading/time.ts';",
  [`${CORE}/reading/time.ts`]: "import './head.ts';",
  [`${CORE}/reading/head.ts`]: "import './time.ts';",
  [`${CORE}/store/store.ts`]:
    "import '../reading/time.ts';\nimport type { Way } from '../reading/one-way.ts';\nexport type Store = Way;",
  [`${CORE}/reading/one-way.ts`]: "import type { Back } from './and-back.ts';\nexport type Way = Back;",
  [`${CORE}/reading/and-back.ts`]: "import './one-way.ts';\nexport type Back = string;",
  'packages/archive/src/index.ts': "import '../../cli/src/main.ts';",
  'packages/cli/src/main.ts': "import 'node:https';\nimport 'node:child_process';\nimport 'fastify';",
  'packages/archive/src/git/log.ts': "import 'node:child_process';",
  'packages/archive/src/sqlite/events/rows.ts':
    "import '../../ingest/commit.ts';\nimport '../search/hits.ts';\nimport type { A } from '../../sync/watch.ts';",
  'packages/archive/src/sqlite/search/hits.ts': 'export {};',
  'packages/archive/src/ingest/commit.ts': "import '../sqlite/search/hits.ts';",
  'packages/archive/src/sync/watch.ts': "import 'node:child_process';\nimport 'node:net';",
  'packages/live/src/holder/pipe.ts': "import 'node:child_process';\nimport 'node:net';",
  'packages/live/src/drivers/one.ts': "import 'node:child_process';\nimport 'net';",
  'packages/flows/src/steps.ts':
    "import 'child_process';\nimport 'node:http';\nimport '../../server/src/index.ts';\nimport '../../live/src/holder/pipe.ts';",
  'packages/capture/src/proxy/listen.ts': "import 'node:http';\nimport 'node:tls';\nimport 'node:cluster';",
  'packages/capture/src/record.ts': "import 'node:http2';",
  'packages/capture/src/session/keep.ts': "import 'node:fs';\nimport '../../../archive/src/index.ts';",
  'packages/hub/src/store.ts': "import 'node:net';\nimport 'pg';\nimport 'node:child_process';",
  'packages/hub/src/listen.ts': "import 'fastify';",
  'packages/server/src/listen.ts': "import 'fastify';\nimport 'node:dgram';\nimport 'undici';",
  'packages/server/src/listen.test.ts': "import 'node:http';\nimport 'node:child_process';",
  'packages/web/src/later.ts': "import('node:dns/promises');",
  'packages/server/src/index.ts': "import '../../client/src/index.ts';\nimport '../../archive/src/index.ts';",
  'packages/client/src/index.ts':
    "import '../../core/src/host.ts';\nimport type { A } from '../../archive/src/index.ts';",
  'packages/web/src/main.ts':
    "import '../../core/src/host.ts';\nimport type { A } from '../../server/src/index.ts';\nimport '../../client/src/index.ts';",
};

/** Packages of others, as they are installed. */
const INSTALLED = ['fastify', 'pg', 'undici'];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-imports-'));
  const installed = INSTALLED.map((name) => [`node_modules/${name}/index.js`, 'export {};']);
  for (const [path, text] of Object.entries({ ...BROKEN, ...Object.fromEntries(installed), 'tsconfig.json': '{}' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reports every kind of forbidden import', () => {
  const cruise = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  const args = [cruise, '--config', config, '--output-type', 'json', 'packages'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const violations = JSON.parse(stdout).summary.violations as { rule: { name: string }; from: string; to: string }[];
  const found = violations.map(({ rule, from, to }) => `${rule.name}: ${short(from)} > ${short(to)}`).sort();
  expect(found).toEqual([
    'adapters-apart: adapters/one/index.ts > adapters/two/index.ts',
    'adapters-do-not-render: adapters/one/index.ts > formats/plain/write.ts',
    'agents-by-the-list-only: reading/detect.ts > adapters/one/index.ts',
    'archive-in-layers: packages/archive/src/sqlite/events/rows.ts > packages/archive/src/ingest/commit.ts',
    'archive-stands-on-core: packages/archive/src/index.ts > packages/cli/src/main.ts',
    'capture-runs-anywhere: packages/capture/src/session/keep.ts > fs',
    'capture-stands-on-recording: packages/capture/src/session/keep.ts > packages/archive/src/index.ts',
    'client-knows-the-api: packages/client/src/index.ts > packages/archive/src/index.ts',
    'client-runs-anywhere: packages/client/src/index.ts > host.ts',
    'connecting-has-its-places: packages/server/src/listen.ts > undici',
    'core-is-pure: adapters/two/index.ts > ./gone.ts',
    'core-is-pure: host.ts > fs',
    'families-below-adapters: families/old/read.ts > adapters/index.ts',
    'families-below-adapters: families/old/read.ts > formats/other/write.ts',
    'flows-stand-on-live: packages/flows/src/steps.ts > packages/server/src/index.ts',
    'formats-apart: formats/plain/write.ts > formats/other/write.ts',
    'formats-do-not-parse: formats/other/write.ts > reading/head.ts',
    'hub-stands-on-the-server: packages/hub/src/listen.ts > fastify',
    'listening-has-its-places: packages/cli/src/main.ts > fastify',
    'listening-has-its-places: packages/hub/src/listen.ts > fastify',
    'no-cycles: reading/head.ts > reading/time.ts',
    'nobody-imports-cli: packages/archive/src/index.ts > packages/cli/src/main.ts',
    'resolvable: adapters/two/index.ts > ./gone.ts',
    'server-stands-on-core: packages/server/src/index.ts > packages/archive/src/index.ts',
    'server-stands-on-core: packages/server/src/index.ts > packages/client/src/index.ts',
    'server-stands-on-core: packages/server/src/listen.ts > undici',
    'sockets-have-their-places: packages/archive/src/sync/watch.ts > net',
    'sockets-have-their-places: packages/capture/src/record.ts > http2',
    'sockets-have-their-places: packages/cli/src/main.ts > https',
    'sockets-have-their-places: packages/flows/src/steps.ts > http',
    'sockets-have-their-places: packages/live/src/drivers/one.ts > net',
    'sockets-have-their-places: packages/server/src/listen.ts > dgram',
    'sockets-have-their-places: packages/web/src/later.ts > dns/promises',
    'spawning-has-its-places: packages/archive/src/sync/watch.ts > child_process',
    'spawning-has-its-places: packages/capture/src/proxy/listen.ts > cluster',
    'spawning-has-its-places: packages/flows/src/steps.ts > child_process',
    'spawning-has-its-places: packages/hub/src/store.ts > child_process',
    'tables-in-layers: packages/archive/src/sqlite/events/rows.ts > packages/archive/src/sqlite/search/hits.ts',
    'tests-are-leaves: reading/detect.ts > testing/memory.ts',
    'the-contract-is-types: store/store.ts > reading/time.ts',
    'the-model-stands-alone: transcript.ts > host.ts',
    'web-has-no-machine: packages/web/src/main.ts > packages/server/src/index.ts',
    'web-has-no-node: packages/web/src/later.ts > dns/promises',
    'web-stays-small: packages/web/src/main.ts > host.ts',
  ]);
});

const short = (path: string) => path.replace(`${CORE}/`, '').replace(/^node_modules\/([^/]+)\/.*/, '$1');
