/** Words drawn by chance: `correct-horse-battery-staple`. Sentences and names of things are made of words as well. */

/** Words that join others to sentences, and those that stand in texts about secrets and in names of things. */
const TELLING = new Set(
  `the and for are but not you all any can had her was one our out has him his how its may new now see two who did get let put
   say she too use your with this that from they have will what when then than them been into must should would could please
   enter here password passwords passwd passphrase secret secrets token tokens key keys credential credentials auth login
   invalid required missing error errors message label title field form input button default reset forgot change confirm
   current example test tests sample user users name value values text string type types config settings account email
   client server service provider request response header param params option options color background border font size
   primary secondary hover active disabled component page view list item items data file path url api id not found length`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const WORD = /^[A-Za-z][a-z]{2,11}\d{0,2}$/;

/** At least so many words with the same sign, or one blank, between them. */
export function isPassphrase(value: string, fewest: number): boolean {
  const separator = /^[A-Za-z]+([-_. +:/~])/.exec(value)?.[1];
  if (separator === undefined) return false;
  const words = value.split(separator);
  if (words.length < fewest || words.length > 16 || !words.every((word) => WORD.test(word))) return false;
  // A sentence begins with a capital letter and goes on with small ones.
  const capitals = words.filter((word) => /^[A-Z]/.test(word)).length;
  if (separator === ' ' && capitals > 0 && capitals < words.length) return false;
  return !words.some((word) => TELLING.has(word.toLowerCase()));
}
