/** A few sessions that have something of everything the contract is asked about. */
import { at, type StoreHarness, usage } from './harness.ts';

export const MODEL = 'claude-sonnet-4-5';

/** Three sessions: `main` with a subagent and an edit, `fork` that comes from it, `other` in another project. */
export async function addSample(harness: StoreHarness): Promise<void> {
  await harness.add({
    main: {
      facts: {
        title: { text: 'Mend the parser', by: 'agent' },
        environment: {
          cwd: '/home/dev/api',
          repo: { name: 'api', remote: 'git@example.com:dev/api.git', branch: 'mend' },
        },
        git: { endCommit: '3f2a9c0000000000000000000000000000000001' },
        agentVersion: '2.0.1',
      } as never,
      events: [
        { id: 'ask', type: 'user_message', text: 'Mend the pelican parser', timestamp: at(1) },
        {
          id: 'call',
          type: 'tool_call',
          timestamp: at(1, 2),
          tool: {
            name: 'Edit',
            kind: 'edit',
            callId: 'c1',
            input: { file_path: '/home/dev/api/src/parse.ts', old_string: 'a', new_string: 'b' },
          },
        },
        {
          id: 'result',
          type: 'tool_result',
          parentId: 'call',
          timestamp: at(1, 5),
          tool: { name: 'Edit', callId: 'c1', status: 'error', output: 'no such text' },
        },
        {
          id: 'say',
          type: 'assistant_message',
          text: 'The parser reads pelicans again.',
          timestamp: at(1, 9),
          model: MODEL,
          usage: usage('r1', 1000, 100),
        },
        {
          id: 'look',
          type: 'assistant_message',
          text: 'Looked around',
          source: 'subagent:helper',
          timestamp: at(1, 7),
        },
      ],
    },
    fork: {
      facts: { lineage: { kind: 'fork', of: 'main' }, environment: { cwd: '/home/dev/api' } } as never,
      events: [
        { id: 'again', type: 'user_message', text: 'Another way for the pelican', timestamp: at(3) },
        {
          id: 'f2',
          type: 'assistant_message',
          text: 'Done',
          timestamp: at(3, 4),
          model: MODEL,
          usage: usage('r2', 5000),
        },
      ],
    },
    other: {
      facts: { environment: { cwd: '/home/dev/web' } } as never,
      events: [
        { id: 'hello', type: 'user_message', text: 'Größe der Schrift, 日本語', timestamp: at(2) },
        { id: 'o2', type: 'reasoning', text: 'parseHTTPRequest is slow', timestamp: at(2, 1) },
        { id: 'o3', type: 'error', error: { message: 'overloaded' }, timestamp: at(2, 2) },
        {
          id: 'o4',
          type: 'assistant_message',
          text: 'Larger now',
          timestamp: at(2, 3),
          model: 'gpt-5',
          usage: usage('r3', 10),
        },
      ],
    },
  });
}
