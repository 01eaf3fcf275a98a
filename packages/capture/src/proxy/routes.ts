/**
 * Which variables of the environment lead a program's model calls to the proxy, and where each of them really goes. A
 * variable that is set already names the upstream: a gateway of a company, say.
 */
export interface Route {
  /** The variable, and the first part of the route's path. */
  readonly variable: string;
  /** Where calls really go, without a slash at the end. */
  readonly upstream: string;
  /** What the program's base address ends with. */
  readonly suffix: string;
}

interface Provider {
  /** Spellings of one thing: the first that is set counts for all. */
  readonly variables: readonly string[];
  readonly upstream?: string;
  readonly suffix: string;
}

/** SDKs of OpenAI want the version in the address, those of Anthropic and Google add it. */
const PROVIDERS: readonly Provider[] = [
  {
    variables: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
    upstream: 'https://api.openai.com/v1',
    suffix: '/v1',
  },
  { variables: ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_BASE'], upstream: 'https://api.anthropic.com', suffix: '' },
  {
    variables: ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_API_BASE'],
    upstream: 'https://generativelanguage.googleapis.com',
    suffix: '',
  },
  // These have an address for each customer or region: they are led through the proxy where they are set.
  { variables: ['GOOGLE_VERTEX_BASE_URL'], suffix: '' },
  { variables: ['AZURE_OPENAI_ENDPOINT', 'AZURE_API_BASE'], suffix: '' },
  { variables: ['LITELLM_PROXY_API_BASE', 'LITELLM_API_BASE'], suffix: '' },
];

type Environment = Readonly<Record<string, string | undefined>>;

export function routesOf(env: Environment): Route[] {
  return PROVIDERS.flatMap(({ variables, upstream, suffix }) => {
    const known = variables.map((name) => env[name]).find(Boolean) ?? upstream;
    return variables.flatMap((variable) => {
      const to = env[variable] || known;
      return to && URL.canParse(to) ? [{ variable, upstream: to.replace(/\/+$/, ''), suffix }] : [];
    });
  });
}

/** The environment of a program whose calls go through the proxy at `base`. */
export function environmentFor(routes: readonly Route[], base: string, env: Environment): Record<string, string> {
  const own = ['127.0.0.1', 'localhost'];
  const direct = [env['NO_PROXY'] ?? env['no_proxy'], ...own].filter(Boolean).join(',');
  return {
    ...Object.fromEntries(routes.map(({ variable, suffix }) => [variable, `${base}/${variable}${suffix}`])),
    NO_PROXY: direct,
    no_proxy: direct,
  };
}

/** Where a path of the proxy leads. */
export function targetOf(routes: readonly Route[], path: string): { route: Route; address: string } | undefined {
  const [, variable = '', rest = ''] = /^\/([A-Z_]+)(\/.*)?$/s.exec(path) ?? [];
  const route = routes.find((one) => one.variable === variable);
  if (!route) return undefined;
  const below = route.suffix && rest.startsWith(`${route.suffix}/`) ? rest.slice(route.suffix.length) : rest;
  return { route, address: route.upstream + withVersion(route, below) };
}

/** Where an answer sends its program to: through the proxy again where that is at the same upstream, else as it is meant. */
export function redirectedBy(location: string, from: string, route: Route, base: string): string {
  if (!URL.canParse(location, from)) return location;
  const { href } = new URL(location, from);
  const { variable, upstream, suffix } = route;
  const below = href.startsWith(`${upstream}/`) ? href.slice(upstream.length) : undefined;
  return below === undefined ? href : `${base}/${variable}${suffix}${below}`;
}

/** One SDK expects the version in Anthropic's address, and leaves it out of the path. */
function withVersion({ variable, upstream }: Route, path: string): string {
  const bare = variable.startsWith('ANTHROPIC') && !/\/v\d+$/.test(upstream) && /^\/(messages|models)\b/.test(path);
  return bare ? `/v1${path}` : path;
}
