/** Which lines a session wrote, by its diffs and calls. */
import { describe, expect, it } from 'vitest';
import { call, result, transcriptOf } from '../../testing/small-transcript.ts';
import { written } from '../../testing/written-record.ts';
import { murmur3 } from '../murmur3.ts';

describe('attribution', () => {
  const diff = '--- a/x.py\n+++ b/x.py\n@@ -1,4 +1,5 @@\n a\n-b\n+B\n+B2\n c\n+d\n@@ -20,2 +21,1 @@\n y\n-z\n';

  it('takes exact lines from a diff', async () => {
    const parts = [{ type: 'file_ref', path: 'src/x.py', action: 'patch', diff }];
    const { attribution, steps, environment } = await written(
      transcriptOf([
        { ...call('c', { name: 'Edit', kind: 'edit', input: { file_path: 'src/x.py' } }), model: 'claude-x' },
        { ...result('c'), parts },
      ]),
    );
    const range = { original: null, contributor: null, confidence: 'high' };
    expect(attribution).toEqual({
      experimental: false,
      revision: null,
      unaccounted_files: null,
      files: [
        {
          path: 'src/x.py',
          conversations: [
            {
              contributor: { type: 'ai', model_id: 'anthropic/claude-x' },
              url: 'opentraces://trace-1/step_1',
              ids: null,
              related: null,
              ranges: [
                {
                  ...range,
                  start_line: 2,
                  end_line: 3,
                  content_hash: `murmur3:${murmur3('B\nB2')}`,
                  change_type: 'modification',
                },
                {
                  ...range,
                  start_line: 5,
                  end_line: 5,
                  content_hash: `murmur3:${murmur3('d')}`,
                  change_type: 'addition',
                },
                { ...range, start_line: 22, end_line: 22, content_hash: null, change_type: 'deletion' },
              ],
            },
          ],
        },
      ],
    });
    expect(steps[0]?.snippets).toMatchObject([
      { file_path: 'src/x.py', language: 'python', text: 'B\nB2\nd', source_step: 1 },
    ]);
    expect(environment?.['language_ecosystem']).toEqual(['python']);
  });

  it('is uncertain where an edit says no place, and absent where it failed', async () => {
    const edit = call('c', { name: 'Edit', kind: 'edit', input: { file_path: 'a.ts', new_string: 'x\ny\n' } });
    const uncertain = await written(transcriptOf([edit, result('c')]));
    expect(uncertain['attribution']).toMatchObject({
      experimental: true,
      files: [{ conversations: [{ ranges: [{ start_line: 1, end_line: 2, confidence: 'low' }] }] }],
    });
    expect((await written(transcriptOf([edit, result('c', { status: 'error' })])))['attribution']).toBeNull();
  });
});
