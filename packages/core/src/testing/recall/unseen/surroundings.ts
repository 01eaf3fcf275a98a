/** Contexts of the unseen grid: what may stand around, or before each line of, a text with a secret in it. */

export type Surrounding = (text: string) => string;

const eachLine =
  (change: (line: string, i: number) => string): Surrounding =>
  (text) =>
    text.split('\n').map(change).join('\n');
const entity = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const two = (i: number): string => String(i % 60).padStart(2, '0');

export const SURROUNDINGS: Readonly<Record<string, Surrounding>> = {
  plain: (text) => text,
  'in prose': (text) => `Here is what I have so far:\n${text}\nWhat is wrong with it?`,
  'indented by four': eachLine((line) => `    ${line}`),
  'indented by a tab': eachLine((line) => `\t${line}`),
  'fenced with a language': (text) => `\`\`\`yaml\n${text}\n\`\`\``,
  'rg output': eachLine((line, i) => `${i + 3}:${line}`),
  'rg context': eachLine((line, i) => `config/app.txt-${i + 3}-${line}`),
  'gutter of a frame': eachLine((line, i) => `${String(i + 1).padStart(4)} | ${line}`),
  'gutter of a box': eachLine((line, i) => `${String(i + 1).padStart(4)} │ ${line}`),
  'nl output': eachLine((line, i) => `${String(i + 1).padStart(6)}  ${line}`),
  'git blame': eachLine((line, i) => `3f2a91c${i % 10} (Bob Roe 2026-03-01 10:22:31 +0000 ${i + 1}) ${line}`),
  'diff of two parents': eachLine((line) => `++${line}`),
  'diff with context': (text) => `--- a/x\n+++ b/x\n@@ -1,2 +1,9 @@\n a\n${eachLine((line) => `+${line}`)(text)}\n-b`,
  'context of a diff': eachLine((line) => ` ${line}`),
  'docker logs': eachLine((line) => `web-1  | ${line}`),
  'GitHub Actions log': eachLine((line, i) => `2026-03-01T10:22:${two(i)}.1234567Z ${line}`),
  'GitHub Actions log, job': eachLine((line, i) => `build\tRun tests\t2026-03-01T10:22:${two(i)}.1234567Z ${line}`),
  syslog: eachLine((line, i) => `Mar  1 10:22:${two(i)} web app[312]: ${line}`),
  'log of Python': eachLine((line) => `INFO:app.main:${line}`),
  'log of Java': eachLine((line, i) => `2026-03-01 10:22:${two(i)},120 DEBUG [main] com.acme.App - ${line}`),
  'log of Go': eachLine((line, i) => `2026/03/01 10:22:${two(i)} ${line}`),
  'log with a bracket': eachLine((line, i) => `[10:22:${two(i)}] ${line}`),
  'log with a level': eachLine((line) => `[INFO] ${line}`),
  'npm errors': eachLine((line) => `npm ERR! ${line}`),
  'mail quotation': eachLine((line) => `>> ${line}`),
  'shell prompt': eachLine((line) => `bob@web:~/app$ ${line}`),
  'dollar prompt': eachLine((line) => `$ ${line}`),
  'comment of slashes': eachLine((line) => `// ${line}`),
  'comment of dashes': eachLine((line) => `-- ${line}`),
  'comment of a star': (text) => `/**\n${eachLine((line) => ` * ${line}`)(text)}\n */`,
  'comment of XML': (text) => `<!--\n${text}\n-->`,
  'commented out': eachLine((line) => `#${line}`),
  'Markdown item': eachLine((line, i) => (i === 0 ? `- ${line}` : `  ${line}`)),
  'YAML literal': (text) => `data:\n  file: |\n${eachLine((line) => `    ${line}`)(text)}\nkind: ConfigMap`,
  'JSON string': (text) => JSON.stringify({ path: 'x', content: text }),
  'JSON string, pretty': (text) => JSON.stringify({ path: 'x', stdout: `a\n${text}\n`, code: 0 }, null, 2),
  'JSON string of a line': (text) => JSON.stringify(text.split('\n')),
  'JSON escaped for HTML': (text) =>
    JSON.stringify({ content: text }).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026'),
  'Python repr': (text) => `b'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`,
  'JavaScript string': (text) =>
    `write('x', '${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}');`,
  'template literal': (text) =>
    `write('x', \`\n${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\n\`);`,
  'here document': (text) => `cat > x <<EOF\n${text}\nEOF\n`,
  'bash -c': (text) => `bash -c '${text.replaceAll("'", "'\\''")}'`,
  'ssh in double quotes': (text) =>
    `ssh web "${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '\\$').replaceAll('`', '\\`')}"`,
  'HTML page': (text) => `<pre><code>${entity(text)}</code></pre>`,
  'XML in a text': (text) => `<file path="x"><![CDATA[${text}]]></file>`,
  'XML-like result': (text) => `<function_results>\n<stdout>\n${text}\n</stdout>\n</function_results>`,
  'server-sent event': eachLine((line) => `data: ${line}`),
  'colour around each line': eachLine((line) => `\x1b[2m${line}\x1b[22m`),
  'colour of a diff': eachLine((line) => `\x1b[32m+\x1b[m\x1b[32m${line}\x1b[m`),
  'Windows line ends': (text) => `${text.replaceAll('\n', '\r\n')}\r\n`,
  'old line ends in a string': (text) => JSON.stringify({ out: text.replaceAll('\n', '\r\n') }),
  'base64 of all': (text) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`,
  'address encoded': (text) => `body=${encodeURIComponent(text)}`,
};
