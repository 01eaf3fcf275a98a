/**
 * `npm run claude-agent-sdk`: the example of the Claude Agent SDK with the real SDK, beside a model of its own and with no network.
 * Its licence forbids shipping it, and it is large: it is fetched here alone, pinned, into the cache folder. An agent starts one,
 * which starts one: what each of them said must be in the transcript, under its own source, with the last answer of all.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/paths.mjs';
import { cacheFolder, ensurePinned } from './lib/pinned-install.mjs';

const PINNED = { '@anthropic-ai/claude-agent-sdk': '0.3.326' };
const CACHE = 'claude-agent-sdk';
const PROMPT = 'Please look into it. <<agent 2 ;; say All reports are in.>>';

const lacking = ensurePinned(CACHE, PINNED, process.env);
if (lacking) throw new Error(`The SDK cannot be tried: ${lacking}`);
const folder = mkdtempSync(join(tmpdir(), 'hansard-agent-sdk-'));
try {
  await install(folder);
  check(await run(folder), entriesBelow(join(folder, 'transcripts')));
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The package as it is published, with the SDK beside it. */
async function install(work) {
  const capture = join(work, 'node_modules', '@hansard', 'capture');
  const source = (path) => join(root, 'packages', 'capture', 'src', path);
  await bundle({
    input: { index: source('index.ts'), 'claude/index': source('claude/index.ts') },
    folder: join(capture, 'dist'),
  });
  cpSync(join(root, 'packages', 'capture', 'package.json'), join(capture, 'package.json'));
  const scope = join(cacheFolder(CACHE), 'node_modules', '@anthropic-ai');
  mkdirSync(dirname(join(work, 'node_modules', '@anthropic-ai')), { recursive: true });
  symlinkSync(scope, join(work, 'node_modules', '@anthropic-ai'), 'junction');
  cpSync(join(root, 'examples', 'capture', 'claude-agent.mjs'), join(work, 'claude-agent.mjs'));
  writeFileSync(join(work, 'package.json'), '{ "private": true, "type": "module" }\n');
  mkdirSync(join(work, 'home'));
}

function run(work) {
  const { PATH } = process.env;
  const network = ['unshare -n', 'unshare -rn'].find((way) => {
    const [program, option] = way.split(' ');
    return spawnSync(program, [option, 'true']).status === 0;
  });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts', 'real-agents', 'inside.mjs'), process.execPath, 'claude-agent.mjs', PROMPT],
    {
      cwd: work,
      encoding: 'utf8',
      timeout: 180_000,
      env: {
        PATH,
        HOME: join(work, 'home'),
        TMPDIR: join(work, 'home'),
        ANTHROPIC_BASE_URL: 'http://127.0.0.1:8787',
        ANTHROPIC_API_KEY: 'fake-key',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        HANSARD_TRIAL_NETWORK: network ?? 'open',
      },
    },
  );
  if (status !== 0) throw new Error(`The example ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

function entriesBelow(transcripts) {
  return readdirSync(transcripts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(transcripts, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line));
}

function check(printed, entries) {
  const sources = [...new Set(entries.map(({ source }) => source))];
  const depth = (source) => (source === 'primary' ? 0 : source.split('/').length);
  const said = (words, at) =>
    entries.some(({ role, content, source }) => role === 'assistant' && content === words && depth(source) === at);
  const wanted = {
    'the program was given the messages': printed.includes('All reports are in.'),
    'agents at every depth': new Set(sources.map(depth)).size === 3,
    'the last answer': said('All reports are in.', 0),
    'the answer of the agent below': said('Report 2', 1),
    'the answer of the agent below that': said('Report 1', 2),
    'numbers without gaps': sources.every((source) =>
      entries.filter((entry) => entry.source === source).every(({ sequence }, at) => sequence === at),
    ),
    'no key': !JSON.stringify(entries).includes('fake-key'),
  };
  for (const [what, holds] of Object.entries(wanted)) console.log(`${holds ? 'ok' : 'NOT OK'}  ${what}`);
  console.log(`${entries.length} entries: ${sources.join(', ')}`);
  if (Object.values(wanted).includes(false)) process.exitCode = 1;
}
