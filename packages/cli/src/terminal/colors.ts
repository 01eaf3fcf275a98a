/** Whether to use colours, and the few that are used. */
export type ColorSetting = 'auto' | 'always' | 'never';

export interface Colors {
  bold(text: string): string;
  dim(text: string): string;
  /** What was searched for. */
  found(text: string): string;
  /** What goes, and what comes in its place. */
  removed(text: string): string;
  added(text: string): string;
  /** Colour of a role in a conversation. */
  role(role: string, text: string): string;
}

const ROLES: Readonly<Record<string, number>> = { user: 32, assistant: 36, tool: 33, system: 35 };

export function createColors(enabled: boolean): Colors {
  const code = (open: number, close: number) => (text: string) =>
    enabled ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    found: (text) => code(1, 22)(code(33, 39)(text)),
    removed: code(31, 39),
    added: code(32, 39),
    role: (role, text) => code(ROLES[role] ?? 39, 39)(text),
  };
}

/** Our own setting beats the conventions that hold for all programs, and those beat what the terminal can do. */
export function wantsColor(
  setting: { value: ColorSetting; origin: string },
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  const own = setting.value !== 'auto' && setting.origin !== 'file';
  if (own) return setting.value === 'always';
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  if (setting.value !== 'auto') return setting.value === 'always';
  return isTerminal && env['TERM'] !== 'dumb';
}
