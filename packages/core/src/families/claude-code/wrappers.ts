/**
 * Words in a user line that no person typed, or typed differently: Claude Code wraps slash commands, their output,
 * shell mode, notifications and reminders in tags of its own.
 */

export type Speech =
  | { readonly kind: 'words' }
  /** A slash command or a shell command, as it was typed. */
  | { readonly kind: 'command'; readonly text: string }
  /** Output of such a command. */
  | { readonly kind: 'output'; readonly text: string; readonly label: string }
  | { readonly kind: 'notification' }
  | { readonly kind: 'interrupt' }
  /** Context that the harness adds for the model. */
  | { readonly kind: 'context' };

const WORDS: Speech = { kind: 'words' };
const CONTEXT: Speech = { kind: 'context' };

const CONTEXT_TAGS = [
  '<system-reminder>',
  '<local-command-caveat>',
  '<ide_opened_file>',
  '<ide_selection>',
  '<ide_diagnostics>',
  '<new-diagnostics>',
  '<user-prompt-submit-hook>',
  '<session-start-hook>',
];

export function speechOf(words: string): Speech {
  const first = words.charCodeAt(0);
  if (first === 91) return words.startsWith('[Request interrupted by user') ? { kind: 'interrupt' } : WORDS;
  if (first !== 60) return WORDS;
  if (words.startsWith('<command-name>') || words.startsWith('<command-message>')) return commandOf(words);
  if (words.startsWith('<bash-input>')) return { kind: 'command', text: `!${inner(words, 'bash-input')}` };
  if (words.startsWith('<bash-stdout>') || words.startsWith('<bash-stderr>')) return shellOutput(words);
  if (words.startsWith('<local-command-std')) return localOutput(words);
  if (words.startsWith('<task-notification>')) return { kind: 'notification' };
  return CONTEXT_TAGS.some((tag) => words.startsWith(tag)) ? CONTEXT : WORDS;
}

/** Whether a line with these words begins a turn. */
export function beginsTurn(words: string): boolean {
  const { kind } = speechOf(words);
  return kind === 'words' || kind === 'command' || kind === 'notification';
}

function commandOf(words: string): Speech {
  const name = inner(words, 'command-name').trim();
  if (name === '') return WORDS;
  const args = inner(words, 'command-args').trim();
  const command = name.startsWith('/') ? name : `/${name}`;
  return { kind: 'command', text: args === '' ? command : `${command} ${args}` };
}

function localOutput(words: string): Speech {
  const label = words.startsWith('<local-command-stderr>') ? 'local-command-stderr' : 'local-command-stdout';
  return { kind: 'output', label, text: inner(words, label) };
}

function shellOutput(words: string): Speech {
  const parts = [inner(words, 'bash-stdout'), inner(words, 'bash-stderr')];
  return { kind: 'output', label: 'bash-output', text: parts.filter((part) => part !== '').join('\n') };
}

/** What stands between a tag and its end. */
export function inner(words: string, tag: string): string {
  const start = words.indexOf(`<${tag}>`);
  if (start < 0) return '';
  const from = start + tag.length + 2;
  const end = words.lastIndexOf(`</${tag}>`);
  return words.slice(from, end < from ? undefined : end);
}
