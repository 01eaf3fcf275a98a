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
  [`${CORE}/reading/one-way.ts`]: "import type { Back } from './and-back.ts';\nexport type Way = Back;",
  [`${CORE}/reading/and-back.ts`]: "import './one-way.ts';\nexport type Back = string;",
  'packages/archive/src/index.ts': "import '../../cli/src/main.ts';",
  'packages/cli/src/main.ts': "import 'node:https';",
  'packages/server/src/index.ts': "import '../../client/src/index.ts';\nimport '../../archive/src/index.ts';",
  'packages/client/src/index.ts':
    "import '../../core/src/host.ts';\nimport type { A } from '../../archive/src/index.ts';",
  'packages/web/src/main.ts':
    "import '../../core/src/host.ts';\nimport type { A } from '../../server/src/index.ts';\nimport '../../client/src/index.ts';",
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-imports-'));
  for (const [path, text] of Object.entries({ ...BROKEN, 'tsconfig.json': '{}' })) {
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
    'archive-stands-on-core: packages/archive/src/index.ts > packages/cli/src/main.ts',
    'client-knows-the-api: packages/client/src/index.ts > packages/archive/src/index.ts',
    'client-runs-anywhere: packages/client/src/index.ts > host.ts',
    'core-is-pure: adapters/two/index.ts > ./gone.ts',
    'core-is-pure: host.ts > fs',
    'families-below-adapters: families/old/read.ts > adapters/index.ts',
    'families-below-adapters: families/old/read.ts > formats/other/write.ts',
    'formats-apart: formats/plain/write.ts > formats/other/write.ts',
    'formats-do-not-parse: formats/other/write.ts > reading/head.ts',
    'no-cycles: reading/head.ts > reading/time.ts',
    'no-network: packages/cli/src/main.ts > https',
    'nobody-imports-cli: packages/archive/src/index.ts > packages/cli/src/main.ts',
    'resolvable: adapters/two/index.ts > ./gone.ts',
    'server-stands-on-the-archive: packages/server/src/index.ts > packages/client/src/index.ts',
    'tests-are-leaves: reading/detect.ts > testing/memory.ts',
    'the-model-stands-alone: transcript.ts > host.ts',
    'web-has-no-machine: packages/web/src/main.ts > packages/server/src/index.ts',
    'web-stays-small: packages/web/src/main.ts > host.ts',
  ]);
});

const short = (path: string) => path.replace(`${CORE}/`, '');
