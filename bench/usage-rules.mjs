/** Where programs count otherwise than what was used: the rule that says why, and whether the numbers bear it out. */
const [INPUT, OUTPUT, READ, WRITE] = [0, 1, 2, 3];
const same = (a, b, ...parts) => parts.every((part) => a[part] === b[part]);

/** `truth` has the four sums and, fifth, the reasoning that is in the output; `other` what a program says. */
export const RULES = {
  'reasoning once': {
    says: 'Codex’s output holds its reasoning; codeburn’s models add the reasoning a second time.',
    fits: (truth, other) => same(truth, other, INPUT, READ, WRITE) && other[OUTPUT] - truth[OUTPUT] === truth[4],
  },
  'no estimates': {
    says: 'Where a record of tokens is empty, codeburn estimates some from the length of the text; nothing was told.',
    fits: (truth, other) => same(truth, other, READ, WRITE) && isLittleMore(truth, other, INPUT),
  },
  'response id alone': {
    says: 'A response is known by its id; ccusage asks for a request’s id too, and counts each line where it is missing.',
    fits: (truth, other) => [INPUT, READ, WRITE].every((part) => other[part] === 3 * truth[part]),
  },
  'copies by time, model and numbers': {
    says: 'Copies of responses under new ids are recognised by all that they say (and marked); others count them again.',
    fits: (truth, other) =>
      [INPUT, OUTPUT, READ, WRITE].every((part) => other[part] > truth[part] && other[part] < 2 * truth[part]),
  },
  'day of the first line': {
    says: 'A response belongs to the day on which it begins; ccusage takes the day of its last line.',
    fits: (truth, other, next) => other === undefined && same(truth, next ?? [], INPUT, OUTPUT, READ, WRITE),
  },
};

const isLittleMore = (truth, other, part) => other[part] > truth[part] && other[part] < truth[part] * 1.01;

/** The name of the rule that explains a difference; undefined when none does. `next` is what it says of the day after. */
export function ruleFor(truth, other, next) {
  return Object.keys(RULES).find((name) => {
    const needsNumbers = name !== 'day of the first line';
    return (!needsNumbers || other !== undefined) && RULES[name].fits(truth, other, next);
  });
}
