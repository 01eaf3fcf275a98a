/** Jujutsu writes the id of a change into the commits that it makes. */
import type { Repository } from './repository.ts';

/** Jujutsu's id of the change, which stays when the commit is rewritten. */
export async function changeIdOf(repository: Repository, commit: string): Promise<string | undefined> {
  const object = await repository.objects.read(commit);
  return /^change-id ([k-z]{8,64})$/m.exec(object?.bytes.toString('utf8').split('\n\n')[0] ?? '')?.[1];
}
