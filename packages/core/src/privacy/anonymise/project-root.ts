/**
 * Folders that somebody works in. A path that lies in one keeps what is below it; the way to it, which names the user,
 * the client and the project, is replaced.
 */

export interface ProjectRoot {
  readonly path: string;
  /** Its last folder: the project's name. */
  readonly name: string;
  /** Folders between the user's home, or the top, and the project. */
  readonly between: readonly string[];
  /** The user's folder, when it lies in one. */
  readonly home: string | undefined;
}

const HOME =
  /^(?:[A-Za-z]:)?[\\/](?:home|Users|users|export[\\/]home|mnt[\\/][a-z][\\/]Users|private[\\/]home)[\\/][^\\/]{1,64}/;
/** Tops of containers and temporary places: they tell nothing. */
const ANYONES =
  /^(?:[\\/](?:app|apps|src|code|work|workspace|workspaces|project|projects|repo|repos|data|tmp|var|opt|usr|srv|root|home|Users|mnt|build|builds|private[\\/]tmp|var[\\/]tmp|testbed|sandbox)?[\\/]?|[A-Za-z]:[\\/]?)$/;

/** A folder as systems name them. What holds signs that file names do not is something else. */
export function isAbsolutePath(text: string): boolean {
  const path = text.replace(/^[A-Za-z]:/, '');
  return text.length < 4096 && /^[\\/][^\s]/.test(path) && !/[\n\r\t"<>|*?:=;&$`{}]/.test(path);
}

/** `undefined` when the folder says nothing about anybody, or is somebody's home itself. */
export function projectRoot(folder: string): ProjectRoot | undefined {
  const path = folder.replace(/[\\/]{1,4}$/, '');
  if (!isAbsolutePath(path) || ANYONES.test(path)) return undefined;
  const home = HOME.exec(path)?.[0];
  const rest = home ? path.slice(home.length) : path.replace(/^[A-Za-z]:/, '');
  const folders = rest.split(/[\\/]/).filter((name) => name !== '');
  const name = folders.pop();
  return name === undefined ? undefined : { path, name, between: folders, home };
}

/** The ways in which logs write a path: as it is, with slashes turned or doubled, from `~`, or flattened to dashes. */
export function writtenForms({ path, home }: ProjectRoot): readonly string[] {
  const forms = new Set([path, path.replace(/\\/g, '/'), path.replace(/\\/g, '\\\\')]);
  if (home) forms.add(`~${path.slice(home.length)}`);
  const flat = path.replace(/[^A-Za-z0-9]/g, '-');
  if (flat.split('-').filter((part) => part !== '').length >= 3) forms.add(flat);
  return [...forms];
}
