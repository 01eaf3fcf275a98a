/** The folder for local data of a program, on every system. */
import type { Host } from '../../host.ts';

export function localDataFolders(host: Host, program: string): string[] {
  const { XDG_DATA_HOME, LOCALAPPDATA } = host.env;
  const folders = [
    ...(XDG_DATA_HOME ? [XDG_DATA_HOME] : []),
    ...(LOCALAPPDATA ? [LOCALAPPDATA] : []),
    host.join(host.home, '.local', 'share'),
    host.join(host.home, 'Library', 'Application Support'),
  ];
  return [...new Set(folders)].map((folder) => host.join(folder, program));
}
