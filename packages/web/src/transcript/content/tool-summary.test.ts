import { describe, expect, it } from 'vitest';
import { toolSummary } from './tool-summary.ts';

const summary = (kind: string, input: unknown, name = 'T') => toolSummary({ name, kind, input });

describe('toolSummary', () => {
  it('names what each kind of tool is about', () => {
    expect(summary('shell', { command: 'npm test\nnpm run lint', description: 'x' })).toBe('npm test ⏎ npm run lint');
    expect(summary('shell', { command: ['bash', '-lc', 'rg "a b"'] })).toBe('rg "a b"');
    expect(summary('read', { file_path: '/a/b.ts' })).toBe('/a/b.ts');
    expect(summary('read', { file_path: '/a/b.ts', offset: 10, limit: 5 })).toBe('/a/b.ts lines 10–14');
    expect(summary('edit', { filePath: 'x.ts', oldString: 'a', newString: 'b' })).toBe('x.ts');
    expect(summary('search', { pattern: 'TODO', path: 'src' })).toBe('TODO in src');
    expect(summary('web', { url: 'https://example.test/', prompt: 'p' })).toBe('https://example.test/');
    expect(summary('task', { description: 'Look around', prompt: 'Long' })).toBe('Look around');
    expect(summary('question', { questions: [{ question: 'Which?' }, { question: 'When?' }] })).toBe('Which? · When?');
  });

  it('counts what is done of a list of tasks', () => {
    const todos = [
      { content: 'One', status: 'completed' },
      { content: 'Two', status: 'in_progress' },
      { content: 'Three', status: 'pending' },
    ];
    expect(summary('todo', { todos })).toBe('1 of 3 done · Two');
  });

  it('shows short fields of tools that nobody knows', () => {
    expect(summary('other', { a: 'x', b: 3, c: { deep: true } })).toBe('a: x · b: 3');
    expect(summary('mcp', 'plain words')).toBe('plain words');
    expect(summary('other', undefined)).toBe('');
  });

  it('stays one bounded line, without tricks in it', () => {
    const line = summary('shell', { command: `a\u202eb${'x'.repeat(5000)}` });
    expect(line).toContain('a\\u{202e}b');
    expect(line.length).toBeLessThan(260);
  });
});
