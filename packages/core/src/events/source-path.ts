/** Names of the agents of a session: `primary`, and `subagent:<id>[/<id>…]` for what it spawned, at any depth. */

export const PRIMARY_SOURCE = 'primary';
const PREFIX = 'subagent:';

/** The source of a subagent: `path` is its id, or the ids from the first subagent down to it with slashes between. */
export const subagentSource = (path: string): string => PREFIX + path;

export const isSubagentSource = (source: string | null | undefined): source is string =>
  source?.startsWith(PREFIX) ?? false;

/** The ids of a subagent's source, `a/b`; any other source as it is. */
export const subagentPath = (source: string): string =>
  source.startsWith(PREFIX) ? source.slice(PREFIX.length) : source;

/** The id of the subagent itself: the last of its path. */
export const subagentId = (source: string): string => {
  const path = subagentPath(source);
  return path.slice(path.lastIndexOf('/') + 1);
};

/** The source of a subagent that an agent has spawned; `path` may lead further down. */
export const sourceBelow = (above: string, path: string): string =>
  isSubagentSource(above) ? `${above}/${path}` : subagentSource(path);

/** The source of the agent that spawned a subagent. */
export const parentSource = (source: string): string => {
  const path = subagentPath(source);
  const above = path.lastIndexOf('/');
  return above < 0 ? PRIMARY_SOURCE : subagentSource(path.slice(0, above));
};
