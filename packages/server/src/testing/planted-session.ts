/** A session with a secret, a name and a folder wherever one can be, as an agent writes it. */
import { rules } from '@hansard/core/privacy/rules/index.ts';

export const SECRET = rules.find(({ id }) => id === 'github-token')?.examples[0] as string;
export const PERSON = 'wilhelmina';
export const FOLDER = `/home/${PERSON}/secret-client`;
export const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-00000000aaaa';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Path below the home, and text. */
export function plantedSession(session = SESSION): Record<string, string> {
  const path = `.claude/projects/${FOLDER.replaceAll('/', '-')}/${session}.jsonl`;
  return {
    [path]: lines(session)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  };
}

function lines(session: string) {
  const call = {
    type: 'tool_use',
    id: 'toolu_1',
    name: 'Edit',
    input: { file_path: `${FOLDER}/a.py`, old_string: SECRET, new_string: `x = "${SECRET}"` },
  };
  const notes = { type: 'tool_use', id: 'toolu_2', name: `mcp__${PERSON}-notes__read`, input: { page: 1 } };
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } };
  const content = [{ tool_use_id: 'toolu_1', type: 'tool_result', content: `done in ${FOLDER} with ${SECRET}` }];
  const records = [
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: `Log in with ${SECRET} in ${FOLDER}` }, picture] },
    },
    { type: 'assistant', message: answer('msg_1', [{ type: 'text', text: `I use ${SECRET}.` }, call, notes]) },
    { type: 'user', message: { role: 'user', content }, toolUseResult: `done ${SECRET}` },
    { type: 'assistant', message: answer('msg_2', [{ type: 'text', text: `Wrote ${FOLDER}/a.py, ${PERSON}.` }]) },
    { type: 'summary', summary: `Client login ${SECRET}`, leafUuid: `${session.slice(0, -2)}13` },
  ];
  return records.map((record, i) => ({
    parentUuid: i === 0 ? null : `${session.slice(0, -2)}${i + 9}`,
    isSidechain: false,
    userType: 'external',
    cwd: FOLDER,
    sessionId: session,
    version: '2.0.5',
    gitBranch: 'main',
    ...record,
    uuid: `${session.slice(0, -2)}${i + 10}`,
    timestamp: `2026-03-01T09:15:3${i}.000Z`,
  }));
}

const answer = (id: string, content: unknown[]) => ({
  id,
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5-20250929',
  content,
  stop_reason: 'end_turn',
  usage: { input_tokens: 1000, output_tokens: 50, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
});
