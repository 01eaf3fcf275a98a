/** The part of a folder's path that tells it apart: its last name. */
export function folderName(path: string): string {
  return path.split(/[\\/]+/).findLast((part) => part !== '') ?? path;
}
