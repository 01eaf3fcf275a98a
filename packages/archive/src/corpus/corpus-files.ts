/** The files of the corpus beside the project, and which agent each belongs to by the corpus's own index. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const corpusFolder = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url));

/** Folder names of the corpus that differ from the agent's id. */
const FOLDER_TO_AGENT: Record<string, string> = {
  'claude-agent-acp': 'claude-code',
  gemini: 'gemini-cli',
  copilot: 'copilot-cli',
  qwen: 'qwen-code',
  droid: 'factory-droid',
  // A bare conversation is the same with both of its programs.
  kiro_sqlite: 'amazon-q',
  vibe: 'mistral-vibe',
  traex: 'trae-cli',
};

/** Files under an agent's folder that are not sessions of it; two `ui_messages.json` were made by a script in no agent's form. */
const NO_SESSION =
  /\/(NOTES\.md|command\.sh|model-script\.mjs|.*\.(txt|err|toml|png|md|yaml|lock|desktop|log|output)|history\.jsonl|chat_history\.jsonl|prompt_history\.jsonl|rewind_points\.jsonl|session_index\.jsonl|installation_id|.*\.chatreplay\.json|task_metadata\.json|settings\.json|projects\.json|.*\.meta\.json|.*-wal|.*-shm|\.claude\.json)$|\/(tasks|plugins|file-history|tool-output|tool-results|images|locks|agents|cache)\/|\/controlled-hierarchy\/[39].*\/ui_messages\.json$|\/\.grok\/.*\/events\.jsonl$/;

/** Recordings that are sessions for certain: logs, streams, and databases named after their agent. */
const SESSION = /\/(projects|sessions|chats)\/.*\.jsonl$|stream-json|stdout\.jsonl$|\/share\/(\w+)\/\2\.db$/;

export function corpusFiles(): string[] {
  if (!existsSync(corpusFolder)) return [];
  return ['recorded', 'public', 'public2']
    .flatMap((part) => filesBelow(join(corpusFolder, part)))
    .filter((file) => !NO_SESSION.test(file));
}

/** The agent that a session file belongs to, as far as the corpus says. Undefined: not known to be a session. */
export function expectedAgent(file: string): string | undefined {
  const [part, folder = ''] = relative(corpusFolder, file).split(sep);
  if (part !== 'recorded') return indexRow(file)?.agent;
  const agent = agentIn(folder);
  return SESSION.test(file) ? agent : undefined;
}

/** Written by hand for another project's tests, often with records that no agent writes: they may stay unparsed. */
export function isFixture(file: string): boolean {
  return indexRow(file)?.kind === 'fixture';
}

const agentIn = (name: string): string => FOLDER_TO_AGENT[name] ?? name;

interface IndexRow {
  readonly agent: string;
  readonly kind: string;
}

let rows: Map<string, IndexRow> | undefined;

function indexRow(file: string): IndexRow | undefined {
  rows ??= new Map([...indexRows('public'), ...indexRows('public2')]);
  return rows.get(relative(corpusFolder, file));
}

/** The two indexes have their columns in another order; both name them in the first line. */
function indexRows(part: string): [string, IndexRow][] {
  const index = join(corpusFolder, part, 'INDEX.tsv');
  if (!existsSync(index)) return [];
  const [head = [], ...lines] = readFileSync(index, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const column = (line: string[], name: string) => line[head.indexOf(name)] ?? '';
  return lines.map((line) => [
    join(part, column(line, 'file')),
    { agent: agentIn(column(line, 'agent')), kind: column(line, 'kind') },
  ]);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
}
