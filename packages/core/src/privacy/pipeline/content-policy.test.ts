import { describe, expect, it } from 'vitest';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';
import type { Event } from '../../transcript.ts';
import type { ProfileDefinition } from '../profiles/profile.ts';
import { resolveProfile } from '../profiles/resolve-profile.ts';

const FILE = 'export const secretSauce = 42;\nexport const more = 43;\n';
/** What no file contents may show. */
const SAUCE = /secretSauce|more = 43/;

function redacted(events: Partial<Event>[], definition: ProfileDefinition) {
  const profile = resolveProfile('mine', { mine: { extends: 'team', ...definition } })!;
  const gate = testGate(profile);
  const once = gate.redactTranscript(transcriptOf(events));
  expect(receiptFaults(once)).toEqual([]);
  expect(gate.redactTranscript(once)).toEqual(once);
  return once;
}

const withoutFiles = { content: { includeFileContents: false } };

describe('without file contents', () => {
  const PLACEHOLDER = /^\[REDACTED:file-contents \d+ lines?, [0-9a-f]{12}\]$/;

  it.each<[string, Partial<Event>]>([
    [
      'what was read',
      {
        type: 'tool_result',
        tool: {
          name: 'Read',
          kind: 'read',
          output: FILE,
          result: { file: { filePath: '/a/b.ts', content: FILE, numLines: 2 } },
        },
      },
    ],
    [
      'what was written',
      { type: 'tool_call', tool: { name: 'Write', kind: 'write', input: { file_path: '/a/b.ts', content: FILE } } },
    ],
    [
      'what was edited',
      {
        type: 'tool_call',
        tool: {
          name: 'Edit',
          kind: 'edit',
          input: { file_path: '/a/b.ts', old_string: 'secretSauce', new_string: FILE },
        },
      },
    ],
    [
      'several edits',
      {
        type: 'tool_call',
        tool: {
          name: 'MultiEdit',
          kind: 'edit',
          input: { path: '/a/b.ts', edits: [{ oldText: 'secretSauce', newText: FILE }] },
        },
      },
    ],
    [
      'originals and structured patches',
      {
        type: 'tool_result',
        tool: {
          name: 'Edit',
          kind: 'edit',
          result: {
            filePath: '/a/b.ts',
            originalFile: FILE,
            structuredPatch: [{ oldStart: 1, lines: ['-secretSauce', '+more = 43'] }],
          },
        },
      },
    ],
    [
      'diffs in parts',
      {
        type: 'tool_result',
        tool: { name: 'Edit', kind: 'edit' },
        parts: [{ type: 'file_ref', path: '/a/b.ts', action: 'patch', diff: '@@ -1 +1 @@\n-secretSauce\n+x' }],
      },
    ],
    [
      'diffs that somebody is asked about',
      {
        type: 'permission',
        permission: {
          id: 'p',
          action: 'edit',
          status: 'requested',
          details: { path: '/a/b.ts', diff: '-secretSauce' },
        },
      },
    ],
    [
      'patches in commands',
      {
        type: 'tool_call',
        tool: {
          name: 'shell',
          kind: 'shell',
          input: {
            command: [
              'apply_patch',
              '*** Begin Patch\n*** Update File: /a/b.ts\n-secretSauce\n+more = 43\n*** End Patch',
            ],
          },
        },
      },
    ],
    [
      'documents in commands',
      {
        type: 'tool_call',
        tool: {
          name: 'Bash',
          kind: 'shell',
          input: { command: "cat > /a/b.ts <<'EOF'\nsecretSauce\nmore = 43\nEOF\nls" },
        },
      },
    ],
    [
      'lines that a search found',
      { type: 'tool_result', tool: { name: 'Grep', kind: 'search', output: '/a/b.ts:1:secretSauce' } },
    ],
    ['records that nobody understood', { type: 'unparsed', raw: { file: '/a/b.ts', body: FILE } }],
    [
      'what an agent keeps beside it',
      {
        type: 'tool_result',
        tool: { name: 'Read', kind: 'read' },
        extra: { toolResponse: { filePath: '/a/b.ts', content: FILE } },
      },
    ],
  ])('%s goes, which file it was stays', (name, event) => {
    const [after] = redacted([event], withoutFiles).events;
    expect(JSON.stringify(after)).not.toMatch(SAUCE);
    if (!/search|understood/.test(name)) expect(JSON.stringify(after)).toContain('/a/b.ts');
  });

  it('leaves line count and keyed hash, the same for the same content', () => {
    const read = (output: string): Partial<Event> => ({
      type: 'tool_result',
      tool: { name: 'Read', kind: 'read', output },
    });
    const { events } = redacted([read(FILE), read(FILE), read('other')], withoutFiles);
    const [first, second, third] = events.map((event) => event.tool?.output);
    expect(first).toMatch(PLACEHOLDER);
    expect(first).toContain('3 lines');
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('keeps the commands around documents, names of files in a patch, and lists of files', () => {
    const command = "cat > a.ts <<'EOF'\nsecretSauce\nEOF\nnpm test";
    const { events } = redacted(
      [
        { type: 'tool_call', tool: { name: 'Bash', kind: 'shell', input: { command } } },
        { type: 'tool_result', tool: { name: 'Glob', kind: 'search', output: 'src/a.ts\nsrc/b.ts' } },
      ],
      withoutFiles,
    );
    const input = events[0]?.tool?.input as { command: string };
    expect(input.command).toMatch(
      /^cat > a\.ts <<'EOF'\n\[REDACTED:file-contents 1 line, [0-9a-f]{12}\]\nEOF\nnpm test$/,
    );
    expect(events[1]?.tool?.output).toBe('src/a.ts\nsrc/b.ts');
  });

  it('empties attachments but for pictures, which have a lever of their own', () => {
    const attachments = {
      a: { mime: 'text/plain', bytes: 5, path: 'notes.txt', data: Buffer.from('hello').toString('base64') },
      b: { mime: 'image/png', bytes: 4, data: 'iVBORw==' },
    };
    const gate = (content: ProfileDefinition['content']) =>
      testGate(resolveProfile('mine', { mine: { extends: 'team', content } })!);
    const transcript = { ...transcriptOf([]), attachments };
    expect(gate({ includeFileContents: false }).redactTranscript(transcript).attachments).toEqual({
      a: { mime: 'text/plain', bytes: 5, path: 'notes.txt' },
      b: attachments.b,
    });
    expect(gate({ images: false }).redactTranscript(transcript).attachments).toEqual({
      a: attachments.a,
      b: { mime: 'image/png', bytes: 4 },
    });
  });
});

describe('tool output', () => {
  const output = Array.from({ length: 400 }, (_, i) => `line ${i} of the output`).join('\n');
  const event: Partial<Event> = {
    type: 'tool_result',
    parentId: 'e9',
    tool: { name: 'Bash', kind: 'shell', callId: 'c', status: 'ok', exitCode: 0, output, result: { stdout: output } },
    extra: { copy: 'line 7' },
  };
  const shown = (toolOutput: 'full' | 'truncated' | 'metadata-only' | 'none') =>
    redacted([event, { type: 'user_message', text: 'next' }], { content: { toolOutput, head: 500, tail: 200 } });

  it('full is as it was', () => {
    expect(shown('full').events[0]).toEqual(transcriptOf([event]).events[0]);
  });

  it('truncated keeps both ends, and a note follows all other events', () => {
    const { events, metrics } = shown('truncated');
    const text = events[0]?.tool?.output ?? '';
    expect(text.startsWith(output.slice(0, 500))).toBe(true);
    expect(text.endsWith(output.slice(-200))).toBe(true);
    expect(text).toContain(`\n[… ${output.length - 700} characters, `);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(metrics.eventCount).toBe(3);
    expect(events[2]).toMatchObject({ id: 'e0:shortened', type: 'meta', parentId: 'e0', native: { synthetic: true } });
    expect(events[2]?.extra).toEqual({
      shortened: [
        { field: 'tool.output', characters: output.length - 700, lines: expect.any(Number) },
        { field: 'tool.result/stdout', characters: output.length - 700, lines: expect.any(Number) },
      ],
    });
  });

  it('metadata-only says how much it was', () => {
    const { tool, extra } = shown('metadata-only').events[0]!;
    expect(tool).toMatchObject({ callId: 'c', status: 'ok', exitCode: 0 });
    expect(tool?.output).toMatch(/^\[REDACTED:tool-output 400 lines, [0-9a-f]{12}\]$/);
    expect(JSON.stringify([tool, extra])).not.toMatch(/line \d+ of|line 7/);
  });

  it('none leaves the outcome alone', () => {
    expect(shown('none').events[0]).toEqual({
      id: 'e0',
      seq: 1,
      timestamp: '2026-03-01T10:00:00.000Z',
      type: 'tool_result',
      parentId: 'e9',
      tool: { name: 'Bash', kind: 'shell', callId: 'c', status: 'ok', exitCode: 0 },
      redactions: ['extra', 'tool.output', 'tool.result'].map((field) => ({
        field,
        ruleId: 'content-policy',
        type: 'content',
        placeholder: '',
        start: 0,
        end: 0,
      })),
    });
  });

  it('does not cut a secret in half', () => {
    const key = ['AKIA', 'DFXYAZJFMNNC72LD'].join('');
    for (let before = 480; before < 505; before++) {
      const text = `${'.'.repeat(before)} ${key} ${'.'.repeat(3000)}`;
      const cut = redacted([{ ...event, tool: { name: 'Bash', kind: 'shell', output: text } }], {
        content: { toolOutput: 'truncated', head: 500, tail: 200 },
      });
      expect(cut.events[0]?.tool?.output).not.toMatch(/AKIA|DFXY|72LD/);
    }
  });
});

describe('events that are not wanted', () => {
  const events: Partial<Event>[] = [
    { type: 'user_message', text: 'hi' },
    {
      type: 'reasoning',
      parentId: 'e0',
      text: 'I think of secretSauce',
      usage: {
        input: 1,
        output: 2,
        cacheRead: 0,
        cacheWrite5m: 0,
        cacheWrite1h: 0,
        reasoning: 3,
        native: { x: 'secretSauce' },
      },
    },
    {
      type: 'assistant_message',
      parts: [
        { type: 'reasoning', text: 'secretSauce' },
        { type: 'text', text: 'done' },
      ],
    },
  ];

  it('become stubs in the same place; parts of them go', () => {
    const { events: after, metrics } = redacted(events, { content: { reasoning: false } });
    expect(after[1]).toMatchObject({
      id: 'e1',
      seq: 2,
      parentId: 'e0',
      type: 'meta',
      text: '[REDACTED:event]',
      usage: { reasoning: 3 },
    });
    expect(JSON.stringify(after)).not.toMatch(SAUCE);
    expect(JSON.stringify(after)).toContain('done');
    expect(metrics.eventCount).toBe(3);
  });

  it('can be of any type', () => {
    const { events: after } = redacted(events, { scope: { exceptEvents: ['user_message'] } });
    expect(after.map(({ type }) => type)).toEqual(['meta', 'reasoning', 'assistant_message']);
  });
});

describe('sessions that are not meant', () => {
  const profile = (scope: ProfileDefinition['scope']) => resolveProfile('mine', { mine: { extends: 'team', scope } })!;
  const at = (cwd: string) => transcriptOf([], { environment: { cwd } });

  it.each<[ProfileDefinition['scope'], string, boolean]>([
    [{ onlyProjects: ['/code/open'] }, '/code/open', true],
    [{ onlyProjects: ['/code/open'] }, '/code/open/sub', true],
    [{ onlyProjects: ['/code/open'] }, '/code/opening', false],
    [{ onlyProjects: ['/code/*-public'] }, '/code/site-public/src', true],
    [{ onlyProjects: ['**/open'] }, '/a/b/c/open', true],
    [{ onlyProjects: ['/code'], exceptProjects: ['**/secret*'] }, '/code/secrets', false],
    [{ exceptProjects: ['C:\\clients'] }, 'c:\\clients\\x', false],
    [{ exceptProjects: ['/clients'] }, '/home/x', true],
  ])('%j and %s: %s', (scope, cwd, goes) => {
    const send = () => testGate(profile(scope)).redactTranscript(at(cwd));
    if (goes) expect(send().events).toEqual([]);
    else expect(send).toThrow(expect.objectContaining({ code: 'out-of-scope' }));
  });
});

describe('what other formats and agents keep beside the fields', () => {
  const FILE_TEXT = 'const price = 17;\nconst tax = 4;\n';
  const OUTPUT = 'rows of the customer table';
  const THOUGHT = 'perhaps the customer is wrong';
  const extra = {
    traceRecord: {
      set: {
        '/observations/0/content': OUTPUT,
        '/tool_calls/0/input/new_string': FILE_TEXT,
        '/reasoning_content': THOUGHT,
        '/snippets/0': { text: 'const price = 17;', snippet: FILE_TEXT },
        '/step_index': 4,
      },
      without: ['/timestamp'],
    },
    nested: { deep: [{ aggregated_output: OUTPUT, patch: FILE_TEXT, thinking: THOUGHT, label: 'kept' }] },
  };
  const outcome = { traceRecord: { set: { '/outcome/patch': FILE_TEXT, '/outcome/success': true } } };
  const strictly = () =>
    testGate('strict').redactTranscript(
      transcriptOf([{ type: 'assistant_message', text: 'done', extra }], { extra: outcome }),
    );

  it('goes like the fields themselves, in events of any type and in the session', () => {
    const { events, session } = strictly();
    const text = JSON.stringify([events[0]?.extra, session.extra]);
    for (const gone of ['price', 'customer', 'tax']) expect(text).not.toContain(gone);
    expect(events[0]?.extra).toMatchObject({
      traceRecord: {
        set: {
          '/observations/0/content': expect.stringMatching(/^\[REDACTED:tool-output 1 line, /),
          '/tool_calls/0/input/new_string': expect.stringMatching(/^\[REDACTED:file-contents \d lines, /),
          '/reasoning_content': expect.stringMatching(/^\[REDACTED:reasoning 1 line, /),
          '/step_index': 4,
        },
        without: ['/timestamp'],
      },
      nested: { deep: [{ label: 'kept' }] },
    });
    expect(session.extra).toMatchObject({ traceRecord: { set: { '/outcome/success': true } } });
  });

  it('has its records, and stays as it is the second time', () => {
    const once = strictly();
    expect(receiptFaults(once)).toEqual([]);
    expect(testGate('strict').redactTranscript(once)).toEqual(once);
  });

  it('stays where the profile wants content', () => {
    const kept = testGate('team').redactTranscript(transcriptOf([{ type: 'assistant_message', extra }]));
    expect(kept.events[0]?.extra).toEqual(extra);
  });
});
