/**
 * Where the sources of a release are: what `--repository URL` says, else `repository` in package.json, else what CI says of the checkout
 * (GitHub Actions and GitLab do). npm compares it with the place that a package's provenance names.
 */

/** @param {Record<string, string | undefined>} env */
export function repositoryUrl(args, manifest, env) {
  const at = args.indexOf('--repository');
  const said = at < 0 ? manifest.repository?.url : args[at + 1];
  const url = said ?? env.CI_PROJECT_URL ?? fromGitHub(env);
  if (url === undefined) return undefined;
  if (!/^(git\+)?https:\/\/[^\s/]+\/\S+$/.test(url))
    throw new Error(`"${url}" is not the https address of a repository.`);
  return `git+${url.replace(/^git\+/, '').replace(/(\.git)?\/?$/, '.git')}`;
}

const fromGitHub = ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) =>
  server && name ? `${server}/${name}` : undefined;

/** For the manifest of a package. */
export const repositoryOf = (url, directory) => ({ type: 'git', url, directory });
