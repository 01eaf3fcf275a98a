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

const TELLING_ONLY = [TELLING] as const;

/** Of several words that are drawn from a list one may be in another list by chance. */
function isChanceOf(words: readonly string[], lists: readonly ReadonlySet<string>[], most: number): boolean {
  const found = words.filter((word) => lists.some((list) => list.has(word.toLowerCase()))).length;
  return found <= (words.length >= 5 ? most : 0);
}

/** At least so many words with the same sign, or one blank, between them. */
export function isPassphrase(value: string, fewest: number): boolean {
  const separator = /^[A-Za-z]+([-_. +:/~])/.exec(value)?.[1];
  if (separator === undefined) return false;
  const words = value.split(separator);
  if (words.length < fewest || words.length > 16 || !words.every((word) => WORD.test(word))) return false;
  // A sentence begins with a capital letter and goes on with small ones.
  const capitals = words.filter((word) => /^[A-Z]/.test(word)).length;
  if (separator === ' ' && capitals > 0 && capitals < words.length) return false;
  return isChanceOf(words, TELLING_ONLY, separator === ' ' ? 0 : 1);
}

/** Words of programs, which name things by several of them. */
const OF_PROGRAMS = new Set(
  `manager factory handler controller model module helper util utils exception validator validation filter class method function
   interface abstract base builder adapter context state store action reducer event listener dialog modal screen route router
   query mutation schema table column index count total number array object map set get has is on to from by with not null
   async sync create delete update remove add find fetch load save open close start stop read write send check verify generate
   generator random hash hashed encrypt encrypted decrypt decrypted encoded decoded cipher signature signed signing access
   refresh bearer session cookie identity policy role permission scope grant code strategy provider manager web http https
   rest api app application system core common shared public private internal external local global admin root hidden visible
   text title placeholder icon image link menu panel row cell header footer body content message notification toast alert
   warning info debug log logger trace status result success failure enabled enable disable flag feature toggle version`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words drawn by chance and run together, each with a capital letter: `CorrectHorseBatteryStaple`. */
export function areCapitalWords(value: string): boolean {
  if (!/^(?:[A-Z][a-z]{2,11}){4,10}$/.test(value)) return false;
  const words = value.match(/[A-Z][a-z]+/g) ?? [];
  return isChanceOf(words, [TELLING, OF_PROGRAMS], 1);
}
