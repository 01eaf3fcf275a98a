/** The search of the documentation: sections that hold all words, those with the words in their heading first. */
const field = document.querySelector('#search');
const list = document.querySelector('#hits');
const up = document.body.dataset.up;
const MOST = 12;
const AROUND = 60;

const lower = globalThis.SECTIONS.map(({ page, heading, text }) => ({
  heading: heading.toLowerCase(),
  all: `${page} ${heading} ${text}`.toLowerCase(),
}));

function scoreOf(words, { heading, all }) {
  if (!words.every((word) => all.includes(word))) return 0;
  const inHeading = words.filter((word) => heading.includes(word)).length;
  return 1 + inHeading * 10 + (heading === words.join(' ') ? 20 : 0);
}

function found(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return lower
    .map((section, index) => ({ index, score: scoreOf(words, section) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MOST)
    .map(({ index }) => ({ ...globalThis.SECTIONS[index], word: words[0] }));
}

function snippet({ text, word }) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - AROUND);
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 3 * AROUND)}…`;
}

function item(section) {
  const link = document.createElement('a');
  link.href = `${up}/${section.address}`;
  const heading = document.createElement('strong');
  heading.textContent = section.heading === section.page ? section.page : `${section.page}: ${section.heading}`;
  const text = document.createElement('span');
  text.textContent = snippet(section);
  link.append(heading, text);
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

function show() {
  const sections = found(field.value);
  const none = document.createElement('li');
  none.textContent = 'No matches.';
  list.replaceChildren(...(sections.length > 0 ? sections.map(item) : [none]));
  list.hidden = field.value.trim() === '';
}

field.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape') {
    field.value = '';
    show();
  }
  if (event.key === 'Enter' && document.activeElement === field) list.querySelector('a')?.click();
});
