/** Where a text with a secret in it stands in a session: as it is, numbered, quoted, coloured, in a diff, in a string. */

export type Context = (text: string) => string;

const eachLine =
  (change: (line: string, i: number) => string): Context =>
  (text) =>
    text.split('\n').map(change).join('\n');
const inString = (text: string): string => JSON.stringify(text).slice(1, -1);

export const CONTEXTS: Readonly<Record<string, Context>> = {
  'as it is': (text) => text,
  prompt: (text) => `Please look at this and tell me why it fails:\n\n${text}\n\nThanks!`,
  'tool output': (text) => `$ cat settings\n${text}\n$ echo done\ndone\n`,
  'JSON in JSON': (text) => `{"type":"tool_result","content":"${inString(`first line\n${text}\nlast line`)}"}`,
  'JSON in JSON in JSON': (text) => JSON.stringify({ line: JSON.stringify({ stdout: `begin\n${text}\nend` }) }),
  'shell here document': (text) => `cat > settings <<'EOF'\n${text}\nEOF\nls -l settings`,
  'diff +': (text) => `@@ -1,3 +1,9 @@\n context\n${eachLine((line) => `+${line}`)(text)}\n context`,
  'diff -': (text) => `@@ -1,9 +1,3 @@\n context\n${eachLine((line) => `-${line}`)(text)}\n context`,
  'cat -n': eachLine((line, i) => `${String(i + 1).padStart(6)}\t${line}`),
  'numbered with arrows': eachLine((line, i) => `${String(i + 1).padStart(6)}→${line}`),
  'grep -n': eachLine((line, i) => `src/settings.txt:${i + 7}:${line}`),
  'log lines': eachLine((line, i) => `2026-03-01T10:22:3${i % 10}.120Z INFO  app[12]: ${line}`),
  'Markdown code': (text) => `Use this:\n\n\`\`\`\n${text}\n\`\`\`\n\nand restart.`,
  'Markdown quote': eachLine((line) => `> ${line}`),
  'terminal colours': eachLine((line) => `\x1b[32m${line.slice(0, 4)}\x1b[0m\x1b[1m${line.slice(4)}\x1b[0m`),
  'Windows line ends': (text) => `first\r\n${text.replaceAll('\n', '\r\n')}\r\nlast`,
  comment: eachLine((line) => `# ${line}`),
};
