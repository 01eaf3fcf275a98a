/** A session in which everything tries to run, load, or look like something else. */
import { NativeLog } from './native-log.ts';

export const HOSTILE = 'bbbb2222-0000-4000-8000-000000000002';

const SCRIPT = '<script>alert("script")</script><img src="https://evil.test/a.png" onerror="alert(1)">';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(2)"><a href="javascript:alert(3)">x</a></svg>';
const MARKDOWN = `${SCRIPT}

[run](javascript:alert(4)) [data](data:text/html,<script>alert(5)</script>) [vb](vbscript:x) <javascript:alert(6)>

![pixel](https://evil.test/pixel.png) ![](//evil.test/b.png) ![svg](data:image/svg+xml;base64,PHN2Zy8+)

<iframe src="https://evil.test/frame"></iframe> <style>body { background: url(https://evil.test/css.png) }</style>

<a href="https://evil.test" ping="https://evil.test/ping">a</a> <form action="https://evil.test"><input autofocus onfocus=alert(7)></form>

[honest](https://bank.test@evil.test/login)

| ${SCRIPT} | b |
|---|---|
| <object data="https://evil.test/o"> | [x](https://evil.test "onmouseover=alert(8)") |`;
const BIDI = 'const access = "user\u202e \u2066// only admins\u2069 \u2066"; // ends\u200b here';
const ANSI =
  '\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[0m \u001b]8;;javascript:alert(9)\u0007link\u001b]8;;\u0007 \u009b1mbold \u001b[999999999m \u001b[38;5;999mx';
const NAME = '"><img src=x onerror=alert(10)>';

export function hostileFiles(): Record<string, string> {
  const log = new NativeLog(HOSTILE, Date.UTC(2026, 10, 3, 9, 0, 0));
  log.prompt(`${SCRIPT} ${BIDI}`);
  log.say(MARKDOWN);
  log.say(`${SVG}\n\n${BIDI}`);
  log.think(MARKDOWN);
  log.call(
    'Bash',
    { command: `echo '${SCRIPT}' ${BIDI}`, description: SVG },
    { output: `${ANSI}\n${SCRIPT}\n${BIDI}` },
  );
  log.call(NAME, { [NAME]: SCRIPT, __proto__: { x: 1 }, constructor: SVG }, { output: SCRIPT, error: true });
  const patch = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [`-${SCRIPT}`, `+${BIDI}`, `+${SVG}`] };
  const file = `/home/dev/${NAME}\u202e.ts`;
  log.call(
    'Edit',
    { file_path: file, old_string: SCRIPT, new_string: SVG },
    { output: SCRIPT, result: { filePath: file, structuredPatch: [patch] } },
  );
  log.call(
    'mcp__evil__draw',
    { url: 'javascript:alert(11)' },
    {
      output: [
        { type: 'text', text: SCRIPT },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/svg+xml', data: Buffer.from(SVG).toString('base64') },
        },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'text/html', data: Buffer.from(SCRIPT).toString('base64') },
        },
        { type: 'image', source: { type: 'url', url: 'https://evil.test/remote.png' } },
      ],
    },
  );
  const questions = [
    { question: SCRIPT, header: SVG, multiSelect: false, options: [{ label: NAME }, { label: BIDI }] },
  ];
  log.call('AskUserQuestion', { questions }, { output: SCRIPT, result: { questions, answers: { [SCRIPT]: NAME } } });
  log.call('TodoWrite', { todos: [{ content: SCRIPT, status: 'pending', activeForm: SVG }] }, { output: SVG });
  log.record('system', { subtype: 'api_error', error: { formatted: SCRIPT, status: 500 } });
  log.record(NAME, { payload: { html: MARKDOWN } });
  log.say('The end of the hostile session.');
  return { [log.path]: log.take() };
}
