/** Projects: who may see what is in them, and what is taken. */
import type { Project, ProjectPolicy, ProjectStore, Visibility } from './contract.ts';
import type { Database, Row } from './database.ts';

/** A project that somebody's upload makes is seen by nobody but its submitters until an admin says otherwise. */
const FIRST: Visibility = 'numbers';

export function projectRows(database: Database): ProjectStore {
  const find = async (name: string) => {
    const [row] = await database.all('SELECT * FROM project WHERE name = $1', name);
    return row && toProject(row);
  };
  const named = async (name: string): Promise<Project> => {
    const known = await find(name);
    if (known) return known;
    await database.run(
      'INSERT INTO project (name, visibility, policy) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      name,
      FIRST,
      '{}',
    );
    return (await find(name)) as Project;
  };
  return {
    named,
    list: async () => (await database.all('SELECT * FROM project ORDER BY name')).map(toProject),
    of: async (transcript) => {
      const [row] = await database.all(
        'SELECT p.* FROM project p JOIN transcript t ON t.project = p.no WHERE t.no = $1',
        transcript,
      );
      return row && toProject(row);
    },
    change: async (name, visibility, policy) => {
      const { no } = await named(name);
      const text = JSON.stringify(policy);
      await database.run('UPDATE project SET visibility = $2, policy = $3 WHERE no = $1', no, visibility, text);
      return { no, name, visibility, policy };
    },
  };
}

const toProject = (row: Row): Project => ({
  no: row['no'] as number,
  name: row['name'] as string,
  visibility: row['visibility'] as Visibility,
  policy: JSON.parse(row['policy'] as string) as ProjectPolicy,
});
