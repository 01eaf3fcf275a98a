/**
 * Who may import whom. A package marks another runtime or consumer, a folder a stage of the data's way; the
 * table with the reasons is in ARCHITECTURE.md.
 */
const TEST = '\\.test\\.ts$|^packages/[^/]+/src/(testing|corpus)/';

/** Source of a package that ships: its tests may import more. */
const shipped = (name, ...more) => ({ path: `^packages/${name}/src/`, pathNot: [TEST, ...more] });
const AGENT = '^packages/core/src/adapters/([^/]+)/';

/** Where other programs may be started. */
const SPAWNS = ['^packages/(live|cli)/src/', '^packages/archive/src/git/'];

/** Where connections may be opened, and listened for, without the server’s framework. */
const SOCKETS = ['^packages/live/src/holder/', '^packages/capture/src/proxy(/|\\.ts$)', '^packages/hub/src/'];

/** Folders of archive, from below: what is below never imports what is above. */
const ARCHIVE = [
  ['adapters', 'database', 'host', 'originals', 'sessions'],
  ['sqlite'],
  ['git', 'masking', 'streaming'],
  ['ingest', 'sharing'],
  ['maintenance', 'readers', 'telemetry', 'usage-alone', 'wires'],
  ['scrub', 'sync'],
  ['backups', 'doctor', 'imported'],
];

/** Folders of archive/src/sqlite, from below. */
const TABLES = [
  ['events', 'git', 'originals', 'query', 'usage'],
  ['journal', 'universal'],
  ['merging', 'sessions'],
  ['maintenance', 'masking', 'opening', 'reading', 'views'],
  ['erasing', 'search'],
  ['numbers'],
];

/** One rule for each layer but the highest. Types are gone when the program runs. */
const inLayers = (name, folder, layers) =>
  layers.slice(0, -1).map((layer, at) => ({
    name,
    comment: 'Folders stand on one another in one direction; the order is in this file.',
    severity: 'error',
    from: { path: `^packages/${folder}/(${layer.join('|')})/`, pathNot: TEST },
    to: {
      path: `^packages/${folder}/(${layers
        .slice(at + 1)
        .flat()
        .join('|')})/`,
      dependencyTypesNot: ['type-only'],
    },
  }));

/** Packages of others, by the beginnings of their names. */
const packagesNamed = (...names) => names.flatMap((name) => [`^${name}(/|$)`, `^node_modules/${name}(/|$)`]);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-is-pure',
      comment: 'core runs anywhere: it imports nothing but the schema library, no Node module either.',
      severity: 'error',
      from: shipped('core'),
      to: { pathNot: ['^packages/core/src/', '^node_modules/typebox/'] },
    },
    {
      name: 'archive-stands-on-core',
      comment: 'archive imports core, Node, the SQLite binding and what undoes Zstandard on Node 20.',
      severity: 'error',
      from: shipped('archive'),
      to: {
        pathNot: ['^packages/(archive|core)/src/', '^node_modules/(@photostructure/sqlite|fzstd)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'server-stands-on-core',
      comment: 'server imports core, Node and the HTTP framework, with what it checks by: a store is given to it.',
      severity: 'error',
      from: shipped('server'),
      to: {
        pathNot: ['^packages/(server|core)/src/', '^node_modules/(fastify|@fastify/ajv-compiler|swagger-ui-dist)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'hub-stands-on-the-server',
      comment: 'hub imports core, the frame of the server, the opening of SQLite, and the driver of its database.',
      severity: 'error',
      from: shipped('hub'),
      to: {
        pathNot: [
          '^packages/(hub|core)/src/',
          '^packages/server/src/frame\\.ts$',
          '^packages/archive/src/host/(sqlite-module|unzstd)\\.ts$',
          '^node_modules/((@types/)?pg|s3mini|prom-client|openid-client)/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'live-stands-on-archive',
      comment: 'live imports core, archive and Node: how agents are run is nobody else’s business.',
      severity: 'error',
      from: shipped('live'),
      to: { pathNot: ['^packages/(live|archive|core)/src/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'flows-stand-on-live',
      comment: 'flows imports core, live, Node and the reader of YAML: agents are run by live alone.',
      severity: 'error',
      from: shipped('flows'),
      to: { pathNot: ['^packages/(flows|live|core)/src/', '^node_modules/yaml/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'drivers-are-pure',
      comment: 'A driver says what is to be said: it starts nothing, writes nothing, and knows no other agent.',
      severity: 'error',
      from: { path: '^packages/live/src/drivers/', pathNot: TEST },
      to: { path: '^packages/live/src/(holder/(?!protocol)|sessions|processes)/' },
    },
    {
      name: 'drivers-apart',
      comment: 'What two drivers share belongs in protocols/.',
      severity: 'error',
      from: { path: '^packages/live/src/drivers/([^/]+)/' },
      to: { path: '^packages/live/src/drivers/([^/]+)/', pathNot: '^packages/live/src/drivers/($1|protocols)/' },
    },
    {
      name: 'capture-stands-on-recording',
      comment:
        'capture is bundled with what it takes from core: the recording, entries as text, and, in an entry of its own, ' +
        'the adapters that read what an agent has written. It imports no other package.',
      severity: 'error',
      from: shipped('capture'),
      to: {
        pathNot: [
          '^packages/capture/src/',
          '^packages/core/src/(model|recording|reading)/',
          '^packages/core/src/formats/entries/(format-transcript|write)\\.ts$',
          '^packages/core/src/(host|transcript|uuid|adapters/index|events/source-path)\\.ts$',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'capture-runs-anywhere',
      comment: 'What every runtime takes from capture has nothing of Node in it.',
      severity: 'error',
      from: { path: '^packages/capture/src/(session|slices|fetch|universal\\.ts|platform\\.ts)', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'client-runs-anywhere',
      comment: 'client takes types from core, and imports nothing that is there when it runs.',
      severity: 'error',
      from: shipped('client'),
      to: { pathNot: '^packages/client/src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-knows-the-api',
      comment: 'The types that client takes are core’s.',
      severity: 'error',
      from: shipped('client'),
      to: { pathNot: ['^packages/(client|core)/src/', '^node_modules/typebox/'] },
    },
    {
      name: 'web-stays-small',
      comment:
        'Of core the page has types, and the small pure code by which other views read events too: no schemas, no ' +
        'adapters, no rules.',
      severity: 'error',
      from: shipped('web'),
      to: {
        path: '^packages/core/src/',
        pathNot:
          '^packages/core/src/(formats/|events/(map-flags|source-path|tool-outcome|session-state|usual-tools)|reading/native-values|prefix-sums)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-has-no-machine',
      comment: 'The page runs in a browser, and reaches the server through client alone.',
      severity: 'error',
      from: shipped('web'),
      to: { path: '^packages/(archive|server|cli|live)/' },
    },
    {
      name: 'web-has-no-node',
      comment: 'No browser has Node’s modules.',
      severity: 'error',
      from: shipped('web'),
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nobody-imports-cli',
      comment: 'cli wires everything together; nothing depends on it.',
      severity: 'error',
      from: { pathNot: '^packages/cli/' },
      to: { path: '^packages/cli/' },
    },
    {
      name: 'agents-by-the-list-only',
      comment: 'Only the list in adapters/index.ts names an agent; the rest of the code goes through it.',
      severity: 'error',
      from: { pathNot: [AGENT, '^packages/core/src/adapters/index\\.ts$', TEST] },
      to: { path: AGENT },
    },
    {
      name: 'adapters-apart',
      comment: 'An adapter knows one agent: what two share belongs in families/, reading/ or usage/.',
      severity: 'error',
      from: { path: AGENT },
      to: { path: AGENT, pathNot: '^packages/core/src/adapters/$1/' },
    },
    {
      name: 'families-below-adapters',
      comment: 'A family holds what related agents share: it knows the contract, but none of them and no format.',
      severity: 'error',
      from: { path: '^packages/core/src/families/', pathNot: TEST },
      to: {
        path: '^packages/core/src/(adapters|formats)/',
        pathNot: '^packages/core/src/adapters/contract\\.ts$',
      },
    },
    {
      name: 'adapters-do-not-render',
      comment: 'Adapters read into the transcript; formats write out of it.',
      severity: 'error',
      from: { path: '^packages/core/src/adapters/', pathNot: TEST },
      to: { path: '^packages/core/src/formats/' },
    },
    {
      name: 'formats-do-not-parse',
      comment: 'A format sees transcripts only, whichever agent they come from; values it checks as adapters do.',
      severity: 'error',
      from: { path: '^packages/core/src/formats/', pathNot: TEST },
      to: {
        path: '^packages/core/src/(adapters|reading)/',
        pathNot: '^packages/core/src/(adapters/contract|reading/(base64|metrics|native-values|time))\\.ts$',
      },
    },
    {
      name: 'formats-apart',
      comment: 'A format stands alone, with a reader and a writer of its own.',
      severity: 'error',
      from: { path: '^packages/core/src/formats/([^/]+)/' },
      to: { path: '^packages/core/src/formats/([^/]+)/', pathNot: '^packages/core/src/formats/$1/' },
    },
    {
      name: 'the-model-stands-alone',
      comment: 'The transcript and its words are at the bottom and depend on nothing else in the house.',
      severity: 'error',
      from: { path: '^packages/core/src/(model/|(transcript|vocabulary)\\.ts$)' },
      to: { path: '^packages/', pathNot: '^packages/core/src/(model/|vocabulary\\.ts$)' },
    },
    {
      name: 'spawning-has-its-places',
      comment: 'Programs are started where agents are run, where repositories are read, and by the command.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [TEST, ...SPAWNS] },
      to: { path: '^(node:)?(child_process|cluster)$', dependencyTypes: ['core'] },
    },
    {
      name: 'sockets-have-their-places',
      comment:
        'Node’s sockets can connect and listen: only who holds a running agent, the proxy of model calls and the hub ' +
        'have them. The server listens by its framework, the client calls fetch, which a test looks for.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [TEST, ...SOCKETS] },
      to: { path: '^(node:)?(http|https|http2|net|tls|dgram|dns|inspector)(/|$)', dependencyTypes: ['core'] },
    },
    {
      name: 'listening-has-its-places',
      comment: 'One package has the HTTP framework, and with it the checks of who asks.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [TEST, '^packages/server/src/'] },
      to: { path: packagesNamed('fastify', '@fastify', 'express', 'koa', 'hono', '@hono', 'ws') },
    },
    {
      name: 'connecting-has-its-places',
      comment: 'Databases and services elsewhere are the hub’s.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [TEST, '^packages/hub/src/'] },
      to: {
        path: packagesNamed(
          'pg',
          'pg-[^/]+',
          'postgres',
          'undici',
          '@aws-sdk',
          's3mini',
          'openid-client',
          '@clickhouse',
          'openid-client',
        ),
      },
    },
    {
      name: 'the-contract-is-types',
      comment: 'What a store is asked is said in types alone, so that nothing comes with them.',
      severity: 'error',
      from: { path: '^packages/core/src/store/' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    ...inLayers('archive-in-layers', 'archive/src', ARCHIVE),
    ...inLayers('tables-in-layers', 'archive/src/sqlite', TABLES),
    {
      name: 'no-cycles',
      comment: 'A cycle through a type alone is gone when the program runs, and is allowed.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'tests-are-leaves',
      comment: 'What ships imports neither tests nor what only tests need.',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|fixtures)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Node 20 does not list it among its own.
    builtInModules: { add: ['node:sqlite', 'sqlite'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['hansard-source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
