import { shownName } from './names.ts';

/** The part of a folder's path that tells it apart: its last name, for showing. */
export function folderName(path: string): string {
  return shownName(path.split(/[\\/]+/).findLast((part) => part !== '') ?? path);
}
