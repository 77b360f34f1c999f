// Who may import whom: the table of ARCHITECTURE.md as rules. `npm run check:imports` runs them.
const room = (name) => `^src/${name}/`;
const rule = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});
const npm = (...names) => names.map((name) => `^node_modules/${name}(/|$)`);

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    rule(
      'domain-is-pure',
      room('domain'),
      [room('domain'), '^(node:)?crypto$', ...npm('zod', 'dinero\\.js')],
      'the domain imports itself and zod',
    ),
    {
      name: 'crypto-only-in-event-digest',
      comment: 'a digest of bytes is pure; what else crypto offers is not',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '^src/domain/event-digest\\.ts$' },
      to: { path: '^(node:)?crypto$' },
    },
    {
      name: 'dinero-only-in-money',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/domain/money\\.ts$' },
      to: { path: '^node_modules/dinero\\.js' },
    },
    rule('ports-know-the-domain', room('ports'), [room('domain'), room('ports')], 'ports import the domain'),
    rule(
      'ledger-is-behind-ports',
      room('ledger'),
      [room('ledger'), room('domain'), room('ports'), '^src/errors\\.ts$', '^(node:)?timers/promises$'],
      'the ledger knows streams, not engines',
    ),
    rule(
      'stages-do-not-know-each-other',
      '^src/pipeline/(?!pipeline\\.ts)',
      [
        '^src/pipeline/(stages|exchanges|cut-answer|bulk-pace)\\.ts$',
        room('domain'),
        room('ports'),
        room('ledger'),
        '^src/(errors|ledger-failure|place-refusal)\\.ts$',
        '^(node:)?(crypto|timers/promises)$',
      ],
      'a stage imports no other stage, no Koa, no adapter',
    ),
    rule(
      'surfaces-know-the-pipeline',
      '^src/(surfaces|middleware)/(?!openapi/)',
      [
        '^src/(surfaces|middleware)/',
        '^src/pipeline/(pipeline|stages)\\.ts$',
        room('domain'),
        room('ports'),
        '^src/(errors|ledger-failure|place-refusal)\\.ts$',
        ...npm('koa', '@koa/router', '@types/koa', 'koa-body'),
        '^(node:)?[a-z_]+(/promises)?$',
      ],
      'surfaces and middleware reach the world through the pipeline',
    ),
    rule(
      'the-description-knows-schemas',
      '^src/surfaces/openapi/',
      ['^src/surfaces/(openapi/|systemone-error\\.ts)', room('domain'), '^src/errors\\.ts$', ...npm('zod')],
      'the description of the interface is made of schemas and of the list of errors',
    ),
    rule(
      'reactors-act-on-facts',
      room('reactors'),
      [
        room('reactors'),
        room('ledger'),
        room('domain'),
        room('ports'),
        '^src/errors\\.ts$',
        '^(node:)?timers/promises$',
      ],
      'reactors know neither the request path nor an engine',
    ),
    {
      name: 'adapters-are-strangers',
      severity: 'error',
      from: { path: '^src/adapters/([^/.]+)' },
      to: { path: '^src/(?!ports/|domain/|errors\\.ts)', pathNot: '^src/adapters/$1' },
    },
    rule(
      'projections-read-events-and-ports',
      '^projections/',
      ['^projections/', room('domain'), room('ports'), '^src/ledger/(follow|codec|stream-names)\\.ts$'],
      'projections are folds of events',
    ),
    {
      name: 'only-roots-know-adapters',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(adapters/|cli/|main\\.ts|embedded-ledger\\.ts|configured-(upstreams|clock|relay|reactors|contents|responses|files|gauges|kept-room|key-hasher|notices)\\.ts)',
      },
      to: { path: '^src/adapters/' },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: '^(src|projections)/' },
      to: { path: '^(test|infra|examples|docs)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    exoticRequireStrings: [],
  },
};
