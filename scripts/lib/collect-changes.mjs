/** Makes a section of CHANGELOG.md from the files in `changes/`, above the sections of earlier releases. */

/**
 * @param {string} changelog the whole file
 * @param {readonly string[]} fragments texts of the files, in order; each may open with a heading such as `### Fixed`
 */
export function withRelease(changelog, fragments, version, date) {
  const mark = '## [Unreleased]';
  const at = changelog.indexOf(mark);
  if (at < 0) throw new Error(`CHANGELOG.md has no heading "${mark}".`);
  const next = changelog.indexOf('\n## [', at + mark.length);
  const end = next < 0 ? changelog.length : next + 1;
  const sections = sectionsOf([changelog.slice(at + mark.length, end), ...fragments]);
  if (sections.size === 0) throw new Error('Nothing has changed since the last release: changes/ is empty.');
  const body = [...sections].map(([title, bullets]) => `### ${title}\n\n${bullets.join('\n')}\n`).join('\n');
  return `${changelog.slice(0, at)}${mark}\n\n## [${version}] - ${date}\n\n${body}\n${changelog.slice(end)}`;
}

/** Bullets by heading; without a heading something was added. */
function sectionsOf(texts) {
  const sections = new Map();
  for (const text of texts) {
    let title = 'Added';
    for (const line of text.trim().split('\n')) {
      const heading = /^### (.+)$/.exec(line)?.[1];
      if (heading) title = heading.trim();
      else if (line.trim() !== '') sections.set(title, [...(sections.get(title) ?? []), line]);
    }
  }
  return sections;
}

/** A version that is higher than the one before, as Semantic Versioning compares them. */
export function checkVersion(next, current) {
  const parts = (text) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number);
  const [wanted, now] = [parts(next), parts(current)];
  if (!wanted) throw new Error(`"${next}" is no version. Write it as 1.2.3.`);
  const difference = wanted.map((part, index) => part - now[index]).find((part) => part !== 0) ?? 0;
  if (difference <= 0) throw new Error(`${next} is not higher than ${current}.`);
}
