/** Files as a tree of folders, within the project: rows of a list, folders with a single folder in them joined. */
export interface TreeRow {
  /** What is shown: a folder, or a file's name. */
  readonly name: string;
  readonly depth: number;
  /** Undefined for folders. */
  readonly path: string | undefined;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly path: string }[];
}

const emptyFolder = (): Folder => ({ folders: new Map(), files: [] });

/** A path below the project without it; others as they are. */
export function relativePath(path: string, project: string | null): string {
  const [own, base] = [slashed(path), project === null ? '' : slashed(project).replace(/\/+$/, '')];
  return base !== '' && own.startsWith(`${base}/`) ? own.slice(base.length + 1) : own;
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

export function fileTree(paths: readonly string[], project: string | null): TreeRow[] {
  const root = emptyFolder();
  for (const path of paths) {
    const names = relativePath(path, project).split('/');
    const name = names.pop() ?? path;
    let folder = root;
    for (const step of names) {
      const next = folder.folders.get(step) ?? emptyFolder();
      folder.folders.set(step, next);
      folder = next;
    }
    folder.files.push({ name, path });
  }
  return rowsIn(root, 0);
}

function rowsIn(folder: Folder, depth: number): TreeRow[] {
  const folders = [...folder.folders].sort(byName).flatMap(([name, own]) => {
    const [joined, inside] = joinedWith(name, own);
    return [{ name: `${joined}/`, depth, path: undefined }, ...rowsIn(inside, depth + 1)];
  });
  const files = folder.files.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((file) => ({ ...file, depth }));
  return [...folders, ...files];
}

function joinedWith(name: string, folder: Folder): [name: string, folder: Folder] {
  const [only] = folder.folders;
  if (folder.folders.size !== 1 || folder.files.length > 0 || !only) return [name, folder];
  return joinedWith(`${name}/${only[0]}`, only[1]);
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
