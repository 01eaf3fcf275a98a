/** Another process that writes a WAL database and stays, as a running agent does. For tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
const { createRequire } = require('node:module');
const load = createRequire(process.argv[2]);
const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? load('@photostructure/sqlite');
const database = new DatabaseSync(process.argv[1]);
process.stdin.setEncoding('utf8');
process.stdin.on('data', (sql) => {
  try { database.exec(sql); process.stdout.write('ok\\n'); } catch (error) { process.stdout.write(error.message + '\\n'); }
});
process.stdin.on('end', () => process.exit(0));
`;

export class WritingProcess {
  readonly #child: ChildProcess;

  constructor(path: string) {
    this.#child = spawn(process.execPath, ['--no-warnings', '-e', PROGRAM, path, import.meta.url], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  /** Runs SQL over there; gives `ok` or the error's message. */
  async run(sql: string): Promise<string> {
    this.#child.stdin?.write(sql);
    const [answer] = await once(this.#child.stdout as NodeJS.ReadableStream, 'data');
    return String(answer).trim();
  }

  /** Ends it without a chance to clean up. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
