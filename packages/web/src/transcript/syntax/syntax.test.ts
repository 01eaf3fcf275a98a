import { fc } from '@hansard/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { codeOf, linesOf, numberedLines, placedMarks } from './code-lines.ts';
import { colourCode, LONGEST } from './colour-code.ts';
import { languageOfFence, languageOfPath } from './languages.ts';

describe('the language', () => {
  it.each([
    ['ts', 'typescript'],
    ['TSX {1,3}', 'typescript'],
    ['c++', 'cpp'],
    ['sh', 'bash'],
    ['', undefined],
    ['klingon', undefined],
  ])('of a fence %j is %s', (info, language) => {
    expect(languageOfFence(info)).toBe(language);
  });

  it.each([
    ['/a/b.test.tsx', 'typescript'],
    ['C:\\x\\y.PY', 'python'],
    ['Makefile', 'makefile'],
    ['Dockerfile.dev', 'dockerfile'],
    ['.env.local', undefined],
    ['README', undefined],
    [undefined, undefined],
  ])('of a file %j is %s', (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });
});

const coloured = async (code: string, language: Parameters<typeof colourCode>[1]) =>
  (await colourCode(code, language)).map(({ start, end, style }) => [style, code.slice(start, end)]);

describe('code', () => {
  it('is taken apart', async () => {
    expect(await coloured('const a = "x"; // y', 'typescript')).toEqual([
      ['syntax-keyword', 'const'],
      ['syntax-string', '"x"'],
      ['syntax-comment', '// y'],
    ]);
    expect(await coloured('def f(): return None', 'python')).toContainEqual(['syntax-name', 'f']);
  });

  it('inside a text is code again', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is coloured
    const marks = await coloured('`a ${b} c`', 'javascript');
    expect(marks.filter(([style]) => style === 'syntax-string').map(([, text]) => text)).toEqual(['`a ', ' c`']);
  });

  it('that is very long is left as it is', async () => {
    expect(await colourCode('1 '.repeat(LONGEST), 'json')).toEqual([]);
  });

  it('gives marks in order that lie inside it, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('"', '`', '${', '}', '/*', '\n', 'if', ' ', 'é', '<a>') }),
        async (code) => {
          let last = 0;
          for (const { start, end } of await colourCode(code, 'typescript')) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(code.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('numbers before lines', () => {
  it.each([
    ['     1→const a;\n     2→\n    10→b', 'const a;\n\nb'],
    ['1\tconst a;\n2\tb\n\n<remark>', 'const a;\nb'],
    ['const a;\n2: b', 'const a;\n2: b'],
    ['', ''],
  ])('of %j are no code', (text, code) => {
    expect(codeOf(numberedLines(text))).toBe(code);
  });

  it('keep their place: colours lie on the code behind them, line by line', () => {
    const text = '1→/* a\n2→b */ c';
    const lines = numberedLines(text);
    const marks = placedMarks(lines, [{ start: 0, end: 9, style: 'x' }]);
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['/* a', 'b */']);
  });

  it('give back every mark, wherever lines begin', () => {
    const lines = fc.array(
      fc.string({ maxLength: 8 }).map((line) => line.replaceAll('\n', '')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(lines, fc.array(fc.nat(60), { maxLength: 12 }), (texts, cuts) => {
        const shown = texts.map((line, n) => `${n}→${line}`).join('\n');
        const code = texts.join('\n');
        const ends = [...new Set(cuts)].filter((cut) => cut <= code.length).sort((a, b) => a - b);
        const marks = ends.slice(1).map((end, n) => ({ start: ends[n] as number, end, style: 's' }));
        const wanted = marks
          .map(({ start, end }) => code.slice(start, end))
          .join('')
          .replaceAll('\n', '');
        const placed = placedMarks(numberedLines(shown), marks);
        expect(placed.map(({ start, end }) => shown.slice(start, end)).join('')).toBe(wanted);
        expect(linesOf(shown).length).toBe(texts.length);
      }),
    );
  });
});
