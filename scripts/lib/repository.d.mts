interface Manifest {
  readonly repository?: { readonly url: string };
}
export function repositoryUrl(
  args: readonly string[],
  manifest: Manifest,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined;
export function repositoryOf(url: string, directory: string): { type: 'git'; url: string; directory: string };
