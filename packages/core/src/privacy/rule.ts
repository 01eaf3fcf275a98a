/**
 * What a redaction rule is. Rules are data, one file per kind in `rules/`, listed in `rules/index.ts`; the engine in
 * `matching/` reads them once and compiles them. A rule never runs over a whole text: it says by which keywords it
 * is noticed and how its pattern stands to them (`anchor`), so that a text is walked once for all rules.
 */

import type { NamedPlace } from './named/named-value.ts';

/** What kind of thing is found. It becomes `redactions[].type`. */
export const RULE_TYPES = ['secret', 'pii', 'path', 'host', 'identity'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/**
 * Rules are switched on and off by group, and `privacy.rulesApplied` names the groups that ran. The ids of seed 000
 * are among them.
 */
export const RULE_GROUPS = {
  'api-keys': 'Keys and tokens of services: model providers, forges, registries, payment, chat, mail, monitoring',
  aws: 'Keys of Amazon Web Services',
  cloud: 'Keys of other cloud providers',
  jwt: 'JSON Web Tokens',
  'private-keys': 'Private keys, whole',
  'connection-strings': 'Passwords in addresses of databases, brokers and other servers',
  generic: 'Values that are named a secret (password, token, key) and look like one',
  emails: 'E-mail addresses',
  phones: 'Telephone numbers',
  ips: 'IP addresses that are reachable from outside',
  'private-ips': 'IP addresses of private networks',
  cards: 'Payment cards and bank accounts',
  'national-ids': 'Identity, tax and insurance numbers with a checksum or a fixed form',
  'abs-paths': 'Absolute paths, with the names of users in them',
  hosts: 'Names of machines',
  identities: 'Names of users, and of their repositories and organisations',
  commits: 'Hashes of commits in git fields, commands and their output',
  custom: 'Rules of the user’s own',
} as const;
export type RuleGroup = keyof typeof RULE_GROUPS;

/**
 * How the pattern stands to the keyword that gave it away.
 *
 * - `start`: the match begins with the keyword (`ghp_`, `sk-ant-`, `AKIA`). The cheapest; use it wherever the secret has
 *   a prefix.
 * - `inside`: the keyword is within the match (`@` of an address, `.apps.googleusercontent.com`). The engine walks back
 *   from it over characters of `back` (a regular expression class without brackets, `A-Za-z0-9._-`), at most `reach` of
 *   them, and the match begins there and must take in the keyword.
 * - `assignment`: the keyword is in a name, and `pattern` describes only the value behind it. The engine reads what
 *   stands between: the rest of the name, quotes (escaped ones too), an operator (`=`, `:`, `:=`, `=>`, `>` of XML, a
 *   space after a `--flag` and after `Bearer` and the like). So one rule covers KEY=value, JSON, YAML, headers, URL
 *   queries and command lines. Use it for values that have no prefix of their own (`datadog` … 32 hex digits). With
 *   `whole`, the value is all that stands there, whatever it is made of: the engine reads where it ends, in every syntax
 *   that `named/` knows (pairs of a name and a value, columns of tables, declarations), and `pattern` must fit all of it.
 *   What of a keyword cannot be part of a name (`pass=`) only tells where the name ends.
 * - `field`: as `assignment` with `whole`, but only for structured data: the text is all of a field of that name.
 * - `argument`: the keyword stands in a command before an argument (` --pass `, `identified by`): `pattern` must fit all of
 *   the word that follows, without its quotes. `command` is an expression for what stands before the keyword in the same
 *   line, which may go on after a backslash, and `behind` for what stands behind it; with `joined`, no blank may be between keyword and argument;
 *   `skip` is an expression for other arguments between the two, which must be there.
 * - `digits`: no keywords; tried where a number begins (also at `+` or `(` before the first digit) whose digits,
 *   counted over up to three separators (space `.` `-` `+` `/` `(` `)`), number at least `min`. For cards, phones, IPv4.
 * - `block`: the keyword opens something long (`-----BEGIN`): `pattern` is the opening line, and everything to the
 *   end of the first match of `end` belongs to it, at most `reach` characters; when the end is missing, everything that
 *   looks like its body does. Line breaks may be real or escaped.
 * - `whole`: the pattern is run over the whole text whenever one of the keywords is in it. Slow; for the few that fit
 *   nothing else.
 */
export type Anchor =
  | { readonly at: 'start' }
  | { readonly at: 'inside'; readonly back: string; readonly reach: number }
  | { readonly at: 'assignment'; readonly whole?: boolean }
  | { readonly at: 'field' }
  | {
      readonly at: 'argument';
      readonly command?: string;
      readonly behind?: string;
      readonly joined?: boolean;
      readonly skip?: string;
    }
  | { readonly at: 'digits'; readonly min: number }
  | { readonly at: 'block'; readonly end: string; readonly reach: number }
  | { readonly at: 'whole' };

/**
 * Says whether what the pattern found is real: checksum, entropy, structure. It gets the secret itself, and the text
 * around it with the place where the secret begins; where the engine has read a name before it, also what it is called.
 * It must be fast, pure, and never throw.
 */
export type Check = (value: string, text: string, start: number, place?: NamedPlace) => boolean;

export interface Rule {
  /** Unique, kebab-case, named for the thing: `github-token`. It becomes `redactions[].ruleId`. */
  readonly id: string;
  readonly group: RuleGroup;
  readonly type: RuleType;
  /** What it finds, for people: `GitHub token`. */
  readonly label: string;
  /**
   * `high`: the shape alone leaves no doubt (a prefix nobody else uses, a checksum, a private key). `medium`: the
   * context or the entropy says so. Profiles that want only what is certain run `high` alone.
   */
  readonly confidence: 'high' | 'medium';
  /** What is put in its place: `[REDACTED:` a kebab-case word `]`. Rules of one kind may share it. */
  readonly placeholder: string;
  readonly anchor: Anchor;
  /**
   * Lower case, ASCII, at least one (none with `digits`). Every match of the pattern must involve one of them as the
   * anchor says; they are compared without case. Longer and rarer is faster: `sk-ant-` rather than `sk-`.
   */
  readonly keywords: readonly string[];
  /**
   * Source of a regular expression that Node 20 knows: no inline flags, no back references. Every quantifier is
   * bounded (`{20,200}`, not `+` or `*`) and none stands inside another that repeats, so that matching is linear; a test
   * refuses others. Matches are longest-first by the usual greedy rules. When the match holds more than the secret,
   * the secret is the named group `(?<secret>…)` and only that is replaced. Do not write boundaries at the outer ends:
   * see `edges`.
   */
  readonly pattern: string;
  /** The pattern ignores case. Keywords always do. */
  readonly caseless?: boolean;
  /**
   * Where the match must not be a part of a longer word. On the left no letter or digit may precede it (the engine
   * knows that the `n` of an escaped `\n`, the `3D` of `%3D` and the `m` of a colour code are none); on the right no
   * letter, digit or underscore may follow. Default `both`; for `assignment` the left side is always settled by the
   * operator. Narrower demands (no `-` behind it) are lookarounds in the pattern.
   */
  readonly edges?: 'both' | 'left' | 'right' | 'none';
  /**
   * The thing found is a name rather than a secret: it becomes a stable pseudonym of this kind (`anon-user-3f9c…`) instead of
   * the placeholder, and the same name is then looked for in other places. For `abs-paths`, where the secret group
   * is the user's folder in `/home/…`, and for the user's own rules.
   */
  readonly pseudonym?: 'user' | 'host' | 'repo' | 'org' | 'commit';
  /** All of them must accept. Shared ones are in `validation/`; what one rule alone needs stands beside it. */
  readonly validate?: readonly Check[];
  /**
   * Values that are never secrets although they fit: the vendor's own documented samples. Compared whole, with case.
   */
  readonly allow?: readonly string[];
  /**
   * True texts, each holding exactly one thing that the rule finds with validation on, in the surroundings the rule
   * needs (`DD_API_KEY=…` for an assignment). Obviously made up. Tests plant them in transcripts, so that rules whose
   * checksum a generator would not hit are tried as well.
   */
  readonly examples: readonly string[];
}

/** The group of the pattern that holds the secret itself, when the match holds more. */
export const SECRET_GROUP = 'secret';

/** The rule with every field in its place, also where it has none: the engine is several times slower where objects differ. */
export const likeOthers = (rule: Rule): Rule => ({
  id: rule.id,
  group: rule.group,
  type: rule.type,
  label: rule.label,
  confidence: rule.confidence,
  placeholder: rule.placeholder,
  anchor: rule.anchor,
  keywords: rule.keywords,
  pattern: rule.pattern,
  caseless: rule.caseless,
  edges: rule.edges,
  pseudonym: rule.pseudonym,
  validate: rule.validate,
  allow: rule.allow,
  examples: rule.examples,
});
