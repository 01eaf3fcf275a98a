/** The example programs, each with its real SDK against a model on loopback; and the types of clients that have the hook. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTranscript } from './index.ts';
import { bundled } from './testing/bundled.ts';
import { LoopbackModel } from './testing/loopback-model.ts';
import { FAKE_KEY, hasSdks, SDK_FOLDER } from './testing/sdks.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLES = join(ROOT, 'examples', 'capture');
/** Its licence forbids shipping it: `npm run claude-agent-sdk` runs this one. */
const BY_SCRIPT = 'claude-agent.mjs';
const programs = readdirSync(EXAMPLES).filter((name) => name.endsWith('.mjs') && name !== BY_SCRIPT);

let folder: string;
let model: LoopbackModel;

beforeAll(async () => {
  if (!hasSdks) return;
  folder = mkdtempSync(join(tmpdir(), 'hansard-examples-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(SDK_FOLDER, 'node_modules')).filter((one) => !one.startsWith('.'))) {
    symlinkSync(join(SDK_FOLDER, 'node_modules', name), join(modules, name), 'junction');
  }
  const own = join(modules, '@hansard', 'capture');
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const exported = Object.values(JSON.parse(manifest).exports as Record<string, { 'hansard-source': string }>);
  const entries = exported.map((entry) => entry['hansard-source'].slice('./src/'.length));
  await bundled(Object.fromEntries(entries.map((path) => [path.slice(0, -3), `../${path}`])), join(own, 'dist'));
  writeFileSync(join(own, 'package.json'), manifest);
  model = await LoopbackModel.start((body) => {
    const toCall = body.tools?.length > 0 && !JSON.stringify(body).includes('sunny in');
    const call = { id: 'call_1', name: 'weather', input: { city: 'Vienna' } };
    return toCall ? { text: 'I look it up.', calls: [call] } : { text: 'An answer of the model on loopback.' };
  });
});
afterAll(async () => {
  await model?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** In a folder of its own, with nothing of this machine in its environment but the model's address. */
async function run(name: string): Promise<{ status: number | null; printed: string; work: string }> {
  const work = join(folder, name.replace('.mjs', ''));
  mkdirSync(work);
  cpSync(join(EXAMPLES, name), join(work, name));
  const asIs = name === 'no-option.mjs';
  const args = [...(asIs ? ['--import', '@hansard/capture/register'] : []), name];
  const child = spawn(process.execPath, args, {
    cwd: work,
    env: {
      PATH: process.env['PATH'],
      HOME: work,
      OPENAI_API_KEY: FAKE_KEY,
      ANTHROPIC_API_KEY: FAKE_KEY,
      GEMINI_API_KEY: FAKE_KEY,
      OPENAI_BASE_URL: `${model.url}/v1`,
      ANTHROPIC_BASE_URL: model.url,
      GOOGLE_GEMINI_BASE_URL: model.url,
      ...(asIs ? { HANSARD_CAPTURE_DIR: './transcripts' } : {}),
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, printed, work };
}

describe.skipIf(!hasSdks)('the example', () => {
  it.each(programs)('%s records what it asks and is answered', async (name) => {
    const { status, printed, work } = await run(name);
    expect([status, printed]).toEqual([0, expect.stringContaining('An answer of the model on loopback.')]);
    const entries = [...readTranscript(join(work, 'transcripts'))];
    expect(entries.map(({ role }) => role)).toEqual(expect.arrayContaining(['user', 'assistant']));
    const withTool = printed.includes('weather');
    expect(entries.some(({ role, content }) => role === 'tool' && content.includes('sunny in Vienna'))).toBe(withTool);
    expect(JSON.stringify(entries)).not.toContain(FAKE_KEY);
  });
});

describe.skipIf(!hasSdks)('types', () => {
  it('of clients, and of what they give, are what they were', () => {
    const work = join(folder, 'types');
    mkdirSync(work);
    cpSync(new URL('./testing/typed-program.mts.txt', import.meta.url), join(work, 'program.mts'));
    const options = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        noEmit: true,
        incremental: false,
        skipLibCheck: true,
        types: [],
        paths: {
          '@hansard/capture': [join(ROOT, 'packages/capture/src/index.ts')],
          '@hansard/capture/*': [join(ROOT, 'packages/capture/src/*/index.ts')],
        },
      },
      include: ['program.mts'],
    };
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(options));
    const tsc = join(ROOT, 'node_modules', 'typescript-native', 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', work], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
