/** Edits as the logs of agents have them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hunksBetween } from '@hansard/core/git/hunks.ts';
import type { GitWorld } from './git-world.ts';

export type Writer = 'edit' | 'edit-without-diff' | 'multi-edit' | 'write' | 'codex' | 'pi' | 'opencode' | 'heredoc';

/** When the world begins. */
export const START = Date.parse('2026-03-01T08:00:00Z');

export interface Writing {
  readonly world: GitWorld;
  readonly session: string;
  readonly folder: string;
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The run of lines that differs, as an edit tool is given it: with a line around it. */
function oneChange({ before, after }: Writing): { old: string; now: string; start: number } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [b, a] = [before.length, after.length];
  while (b > start && a > start && before[b - 1] === after[a - 1]) {
    b--;
    a--;
  }
  const from = Math.max(0, start - 1);
  const [bEnd, aEnd] = [Math.min(before.length, b + 1), Math.min(after.length, a + 1)];
  return { old: before.slice(from, bEnd).join('\n'), now: after.slice(from, aEnd).join('\n'), start: from };
}

/** Unified hunks with three lines around, as agents record them. */
function patchOf({
  before,
  after,
}: Writing): { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] }[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [b, a] = [before.length, after.length];
  while (b > start && a > start && before[b - 1] === after[a - 1]) {
    b--;
    a--;
  }
  const from = Math.max(0, start - 3);
  const lead = before.slice(from, start).map((line) => ` ${line}`);
  const tail = before.slice(b, b + 3).map((line) => ` ${line}`);
  const kept = new Set<number>();
  const added = new Set(
    hunksBetween(before.slice(start, b), after.slice(start, a)).flatMap(({ at = 0, lines }) =>
      lines.map((_, i) => at + i),
    ),
  );
  for (let i = 0; i < a - start; i++) if (!added.has(i)) kept.add(i);
  const body: string[] = [];
  const olds = before.slice(start, b);
  let o = 0;
  for (const [i, line] of after.slice(start, a).entries()) {
    if (kept.has(i)) {
      while (o < olds.length && olds[o] !== line) body.push(`-${olds[o++]}`);
      o++;
      body.push(` ${line}`);
    } else body.push(`+${line}`);
  }
  while (o < olds.length) body.push(`-${olds[o++]}`);
  const lines = [...lead, ...body, ...tail];
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark) || line.startsWith(' ')).length;
  return [{ oldStart: from + 1, oldLines: count('-'), newStart: from + 1, newLines: count('+'), lines }];
}

export const WRITERS: Record<Writer, (writing: Writing) => void> = {
  edit: (writing) => {
    const { world, session, folder, path } = writing;
    const { old, now } = oneChange(writing);
    if (writing.before.length === 0) return WRITERS.write(writing);
    const file = join(folder, path);
    const result = {
      filePath: file,
      oldString: old,
      newString: now,
      originalFile: text(writing.before),
      structuredPatch: patchOf(writing),
    };
    world.claude(session, folder, 'Edit', { file_path: file, old_string: old, new_string: now }, 'ok', result);
  },
  'edit-without-diff': (writing) => {
    const { world, session, folder, path } = writing;
    const { old, now } = oneChange(writing);
    world.claude(
      session,
      folder,
      'Edit',
      { file_path: join(folder, path), old_string: old, new_string: now },
      'ok',
      undefined,
    );
  },
  'multi-edit': (writing) => {
    const { world, session, folder, path } = writing;
    const { old, now } = oneChange(writing);
    const input = { file_path: join(folder, path), edits: [{ old_string: old, new_string: now }] };
    world.claude(session, folder, 'MultiEdit', input, 'ok', undefined);
  },
  write: (writing) => {
    const { world, session, folder, path, before, after } = writing;
    const file = join(folder, path);
    const isNew = before.length === 0;
    const result = {
      type: isNew ? 'create' : 'update',
      filePath: file,
      content: text(after),
      structuredPatch: isNew ? [] : patchOf(writing),
    };
    world.claude(session, folder, 'Write', { file_path: file, content: text(after) }, 'ok', result);
  },
  codex: (writing) => {
    const { world, session, folder, path, before } = writing;
    const log = join(
      world.home,
      '.codex',
      'sessions',
      '2026',
      '03',
      '01',
      `rollout-2026-03-01T08-00-00-${session}.jsonl`,
    );
    const n = world.nextCall();
    const [hunk] = patchOf(writing);
    const body =
      before.length === 0
        ? [`*** Add File: ${path}`, ...writing.after.map((line) => `+${line}`)]
        : [`*** Update File: ${path}`, '@@', ...(hunk?.lines ?? [])];
    const patch = ['*** Begin Patch', ...body, '*** End Patch', ''].join('\n');
    const record = (type: string, payload: object) => ({ timestamp: world.time, type, payload });
    world.append(log, [
      ...(existsSync(log)
        ? []
        : [
            record('session_meta', {
              id: session,
              timestamp: world.time,
              cwd: folder,
              originator: 'codex_cli_rs',
              cli_version: '0.50.0',
              source: 'cli',
            }),
          ]),
      record('response_item', {
        type: 'custom_tool_call',
        status: 'completed',
        call_id: `call_${n}`,
        name: 'apply_patch',
        input: patch,
      }),
      record('response_item', {
        type: 'custom_tool_call_output',
        call_id: `call_${n}`,
        output: JSON.stringify({
          output: 'Success. Updated the following files:\n',
          metadata: { exit_code: 0, duration_seconds: 0 },
        }),
      }),
    ]);
  },
  pi: (writing) => {
    const { world, session, folder, path, before, after } = writing;
    const log = join(
      world.home,
      '.pi',
      'agent',
      'sessions',
      `-${folder.replaceAll('/', '-')}--`,
      `2026-03-01T08-00-00-000Z_${session}.jsonl`,
    );
    const n = world.nextCall();
    const { old, now } = oneChange(writing);
    const call =
      before.length === 0
        ? { name: 'write', arguments: { path, content: text(after) } }
        : { name: 'edit', arguments: { path, edits: [{ oldText: old, newText: now }] } };
    const entry = (message: object, id: string) => ({
      type: 'message',
      id,
      parentId: null,
      timestamp: world.time,
      message,
    });
    world.append(log, [
      ...(existsSync(log) ? [] : [{ type: 'session', version: 3, id: session, timestamp: world.time, cwd: folder }]),
      entry(
        {
          role: 'assistant',
          content: [{ type: 'toolCall', id: `call_${n}`, ...call }],
          provider: 'anthropic',
          model: 'claude-sonnet-4-5',
          stopReason: 'toolUse',
          timestamp: Date.parse(world.time),
        },
        `a${n}`,
      ),
      entry(
        {
          role: 'toolResult',
          toolCallId: `call_${n}`,
          toolName: call.name,
          content: [{ type: 'text', text: 'ok' }],
          isError: false,
          timestamp: Date.parse(world.time),
        },
        `r${n}`,
      ),
    ]);
  },
  opencode: (writing) => {
    const { world, folder, path, before, after } = writing;
    const session = `ses_${writing.session.slice(-12)}`;
    const n = world.nextCall();
    const root = join(world.home, '.local', 'share', 'opencode', 'storage');
    const at = Date.parse(world.time);
    const { old, now } = oneChange(writing);
    const file = join(folder, path);
    const put = (name: string, value: object) => {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), JSON.stringify(value));
    };
    put(`session/global/${session}.json`, {
      id: session,
      version: '1.0.0',
      projectID: 'global',
      directory: folder,
      title: 'work',
      time: { created: START, updated: at },
    });
    put(`message/${session}/msg_${n}.json`, {
      id: `msg_${n}`,
      sessionID: session,
      role: 'assistant',
      time: { created: at, completed: at },
      modelID: 'claude-sonnet-4-5',
      providerID: 'anthropic',
      path: { cwd: folder, root: folder },
      cost: 0,
      tokens: { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } },
    });
    const isNew = before.length === 0;
    const input = isNew ? { filePath: file, content: text(after) } : { filePath: file, oldString: old, newString: now };
    put(`part/msg_${n}/prt_${n}.json`, {
      id: `prt_${n}`,
      messageID: `msg_${n}`,
      sessionID: session,
      type: 'tool',
      callID: `call_${n}`,
      tool: isNew ? 'write' : 'edit',
      state: { status: 'completed', input, output: 'ok', title: path, metadata: {}, time: { start: at, end: at } },
    });
  },
  heredoc: (writing) => {
    const { world, session, folder, path, after } = writing;
    const command = `cat > ${path} <<'EOF'\n${text(after)}EOF`;
    world.claude(session, folder, 'Bash', { command }, '', undefined);
  },
};
