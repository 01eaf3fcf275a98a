/** The licences of the packages whose code ended up in a bundle: they ask to travel with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param {string[]} moduleIds */
export function thirdPartyNotices(moduleIds) {
  const folders = new Set(moduleIds.filter((id) => /[\\/]node_modules[\\/]/.test(id)).map(packageFolder));
  return [...folders].map(notice).sort().join('\n\n');
}

function packageFolder(moduleId) {
  for (let folder = dirname(moduleId.replace(/^\0/, '')); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && isPackage(JSON.parse(readFileSync(file, 'utf8')))) return folder;
  }
  throw new Error(`No package.json above ${moduleId}`);
}

/** Not one of the parts that some packages are divided into. */
const isPackage = ({ name, private: isPart }) => Boolean(name) && !isPart;

function notice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : license === 'MIT' && author && mit(author);
  if (!text) throw new Error(`${name} is bundled but has no licence file`);
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** Some packages name the licence and leave its text out. */
function mit(author) {
  const holder = typeof author === 'string' ? author : author.name;
  return readFileSync(new URL('mit-licence.txt', import.meta.url), 'utf8')
    .trim()
    .replace('{holder}', () => holder);
}
