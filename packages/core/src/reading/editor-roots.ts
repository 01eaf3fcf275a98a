/** Where editors of VS Code's kind keep the data of a user: the folder `User` of each, on every system. */
import type { Host } from '../host.ts';

const EDITORS = [
  'Code',
  'Code - Insiders',
  'VSCodium',
  'Cursor',
  'Windsurf',
  'Positron',
  'Trae',
  'Kiro',
  'Antigravity',
];

export function editorRoots(host: Host, editors: readonly string[] = EDITORS): string[] {
  const { APPDATA, XDG_CONFIG_HOME } = host.env;
  const base =
    host.platform === 'darwin'
      ? host.join(host.home, 'Library', 'Application Support')
      : host.platform === 'win32'
        ? APPDATA || host.join(host.home, 'AppData', 'Roaming')
        : XDG_CONFIG_HOME || host.join(host.home, '.config');
  return [
    ...editors.map((editor) => host.join(base, editor, 'User')),
    ...['.vscode-server', '.vscode-remote', '.cursor-server'].map((server) =>
      host.join(host.home, server, 'data', 'User'),
    ),
  ];
}
