// Who may import whom: the table of ARCHITECTURE.md as rules. `npm run check:imports` runs them.
const room = (name) => `^src/${name}/`;
const rule = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});
/** Protocols, and what several of them share: requests, answers, streams, ids of files and opaque blocks. */
const shared = ['requests', 'answers', 'streams', 'file-ids', 'opaque-blocks'];
const texts = ['^src/personal-data/text-(map|restorer)\\.ts$', '^src/personal-data/text-maps/'];
/** What is pure: it computes, and knows no port. */
const pure = ['domain', 'wire', 'sound', 'limits', 'catalogue', 'routing', 'personal-data', 'protocols'].map(room);
/** Interfaces to the outside, and the clocks behind some of them. */
const ports = ['ports', 'time'].map(room);
const npm = (...names) => names.map((name) => `^node_modules/${name}(/|$)`);

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    rule(
      'domain-is-pure',
      room('domain'),
      [room('domain'), '^src/personal-data/pii-kinds\\.ts$', '^(node:)?(crypto|zlib)$', ...npm('zod', 'dinero\\.js')],
      'the domain imports itself, the kinds of personal data and zod',
    ),
    rule('bytes-know-nothing', room('wire'), [room('wire')], 'syntax alone: bytes have no meaning here'),
    rule(
      'sound-is-walked-by-itself',
      room('sound'),
      [room('sound')],
      'the length of a recording is in its bytes alone',
    ),
    rule(
      'limits-know-nothing',
      room('limits'),
      [room('limits'), ...npm('lru-cache')],
      'permits, rates and bounded maps, for any caller',
    ),
    rule(
      'the-catalogue-knows-the-domain',
      room('catalogue'),
      [room('catalogue'), room('domain'), ...npm('zod')],
      'profiles, models and targets',
    ),
    rule(
      'routing-is-arithmetic',
      room('routing'),
      [room('routing'), room('domain'), room('catalogue'), room('limits'), '^(node:)?crypto$', ...npm('zod')],
      'the model is computed from a question and a table; a table is identified by its digest',
    ),
    {
      name: 'training-is-a-tool',
      comment: 'only a command trains or evaluates a table, never a request',
      severity: 'error',
      from: { path: '^(src|projections)/', pathNot: '^src/(routing/training|cli/switchyard)/' },
      to: { path: '^src/routing/training/' },
    },
    rule(
      'personal-data-is-found-in-bytes',
      room('personal-data'),
      [room('personal-data'), room('wire'), '^(node:)?crypto$', ...npm('libphonenumber-js', 'stdnum', 'entities')],
      'texts are found along maps, whatever protocol they are of; ids of placeholders are keyed digests',
    ),
    rule(
      'judging-asks-upstreams',
      room('judging'),
      [room('judging'), room('domain'), ...ports, room('wire'), '^(node:)?crypto$'],
      'asks a configured upstream; prompts are identified by their digest',
    ),
    rule(
      'casting-asks-detectors',
      room('pii-engine'),
      [room('pii-engine'), room('personal-data'), room('limits'), ...ports, '^(node:)?(crypto|timers/promises)$'],
      'the engine behind its port; it knows detectors only by their port',
    ),
    {
      name: 'protocols-do-not-know-each-other',
      comment: 'code that protocols share has a room of its own, which knows none of them',
      severity: 'error',
      // What reads streams for all of them puts texts back into them; opaque blocks are found along text maps, too.
      from: { path: '^src/protocols/([^/]+)/', pathNot: '^src/protocols/(streams|opaque-blocks)/' },
      to: {
        pathNot: [
          '^src/protocols/$1/',
          ...shared.map((name) => `^src/protocols/${name}/`),
          room('wire'),
          room('domain'),
          room('catalogue'),
          '^src/errors\\.ts$',
          '^src/protocols/(face|inference-request)\\.ts$',
          '^src/routing/question\\.ts$',
          ...texts,
        ],
      },
    },
    {
      name: 'what-protocols-share-knows-none',
      severity: 'error',
      from: { path: `^src/protocols/(${shared.join('|')})/` },
      to: {
        path: '^src/protocols/',
        pathNot: `^src/protocols/((${shared.join('|')})/|face\\.ts|inference-request\\.ts)`,
      },
    },
    {
      name: 'crypto-only-in-digests',
      comment: 'a digest of bytes is pure; what else crypto offers is not',
      severity: 'error',
      from: {
        path: '^src/domain/',
        pathNot: '^src/domain/(event-digest|checkpoints/tree-hash|bills/bill-digest)\\.ts$',
      },
      to: { path: '^(node:)?crypto$' },
    },
    {
      name: 'zlib-only-in-secrets-of-keys',
      comment: 'for the checksum of a secret',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '^src/domain/api-key-secret\\.ts$' },
      to: { path: '^(node:)?zlib$' },
    },
    {
      name: 'dinero-only-in-money',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/domain/money\\.ts$' },
      to: { path: '^node_modules/dinero\\.js' },
    },
    rule(
      'pools-are-told-the-time',
      room('pools'),
      [room('pools'), room('catalogue'), room('limits'), room('domain'), ...ports, '^(node:)?crypto$'],
      'target selection; clock and randomness are injected',
    ),
    rule('ports-know-what-is-pure', room('ports'), [...pure, ...ports], 'ports import what is pure'),
    rule(
      'time-knows-nothing',
      room('time'),
      [room('time'), room('limits')],
      'clocks, timers and pauses are the same for anybody',
    ),
    rule(
      'errors-know-what-failed',
      room('errors'),
      [room('errors'), '^src/errors\\.ts$', '^src/ledger/codec\\.ts$', room('domain'), room('limits'), ...ports],
      'a failure is answered with an error of the closed list',
    ),
    rule(
      'engines-share-rules',
      room('event-log'),
      [room('event-log'), ...ports],
      'the rules of the log are the same for all engines, and know none of them',
    ),
    rule(
      'ledger-is-behind-ports',
      room('ledger'),
      [room('ledger'), room('event-log'), ...pure, ...ports, '^src/errors\\.ts$', '^(node:)?timers/promises$'],
      'the ledger knows streams, not engines',
    ),
    rule(
      'stages-do-not-know-each-other',
      '^src/pipeline/(exchanges\\.ts|(delivery|selection|attempts)/|stages/(?!(assert-funded|read-request)\\.ts))',
      [
        '^src/pipeline/((records|exchanges)\\.ts|(delivery|selection|attempts)/|flow/(announce-remaining|block-book|caller-now|doubtful-requests|exceeded-budget)\\.ts)',
        ...pure,
        ...ports,
        room('ledger'),
        '^src/errors(/|\\.ts$)',
        '^(node:)?(crypto|timers/promises)$',
      ],
      'a stage imports no other stage, no Koa, no adapter',
    ),
    rule(
      'the-flow-names-stages-by-their-list',
      '^src/pipeline/pipeline\\.ts$',
      [
        '^src/pipeline/(records|stages|flow/(hinted|pipeline-deps)|attempts/make-attempts|delivery/failed-answer)\\.ts$',
        '^src/(domain/policy|protocols/file-ids/file-references)\\.ts$',
      ],
      'every stage is called as `stage.<name>`',
    ),
    rule(
      'surfaces-know-the-pipeline',
      '^src/(surfaces|http)/(?!openapi/)',
      [
        '^src/(surfaces|http)/',
        '^src/pipeline/(pipeline|flow/pipeline-deps|caller-access|records)\\.ts$',
        ...pure,
        ...ports,
        '^src/errors(/|\\.ts$)',
        ...npm('koa', '@koa/router', '@types/koa', 'koa-body'),
        '^(node:)?[a-z_]+(/promises)?$',
      ],
      'surfaces and HTTP edges reach the world through the pipeline',
    ),
    rule(
      'the-description-knows-schemas',
      '^src/surfaces/openapi/',
      ['^src/surfaces/openapi/', ...pure, '^src/errors\\.ts$', ...npm('zod')],
      'the description of the interface is made of schemas and of the list of errors',
    ),
    rule(
      'administration-is-behind-the-ledger',
      room('admin'),
      [
        room('admin'),
        room('http'),
        '^projections/',
        room('ledger'),
        ...pure,
        ...ports,
        '^src/pipeline/(pipeline|caller-access|stages)\\.ts$',
        '^src/surfaces/(body-reader|health|http-exchange|openapi/openapi-frame)\\.ts$',
        '^src/errors(/ledger-failure)?\\.ts$',
        ...npm('koa', '@koa/router', '@types/koa', 'zod'),
      ],
      'the management API knows ledger and read models, and no adapter',
    ),
    rule(
      'the-console-calls-operations',
      room('console'),
      [
        room('console'),
        room('admin'),
        room('domain'),
        room('limits'),
        ...ports,
        '^src/config/described-schema\\.ts$',
        '^src/http/error-response\\.ts$',
        '^src/pipeline/caller-access\\.ts$',
        '^src/surfaces/(body-reader|http-exchange)\\.ts$',
        '^src/wire/(form-fault|multipart-reader)\\.ts$',
        '^src/errors\\.ts$',
        ...npm('koa', '@koa/router', '@types/koa', 'zod'),
        '^(node:)?(crypto|fs|http|net|path|zlib)$',
      ],
      'pages call the operations of the management API, and reach nothing past them',
    ),
    rule(
      'reactors-act-on-facts',
      room('reactors'),
      [room('reactors'), room('ledger'), ...pure, ...ports, '^src/errors\\.ts$', '^(node:)?timers/promises$'],
      'reactors know neither the request path nor an engine',
    ),
    {
      name: 'adapters-are-strangers',
      severity: 'error',
      from: { path: '^src/adapters/([^/.]+)' },
      // How a file of SQLite is looked at without a trace, and how threads are kept, is the same whatever they are for.
      to: {
        path: '^src/(?!ports/|time/|event-log/|domain/|wire/|sound/|limits/|personal-data/|errors\\.ts|adapters/(sqlite-file|thread-pool)\\.ts)',
        pathNot: '^src/adapters/$1',
      },
    },
    rule(
      'projections-read-events-and-ports',
      '^projections/',
      ['^projections/', room('domain'), ...ports, '^src/ledger/(codec|stream-names)\\.ts$'],
      'projections are folds of events',
    ),
    {
      name: 'only-composition-knows-adapters',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(adapters/|composition/|main\\.ts)' },
      to: { path: '^src/adapters/' },
    },
    {
      name: 'facts-are-published-by-reactors',
      comment: 'the log is what is published: whoever writes it publishes nothing beside it',
      severity: 'error',
      from: {
        path: '^(src|projections)/',
        pathNot: '^src/(reactors/|adapters/|composition/|cli/|ports/event-publisher\\.ts)',
      },
      to: { path: '^src/ports/event-publisher\\.ts$' },
    },
    {
      name: 'only-roots-compose',
      comment: 'what is composed does not know how',
      severity: 'error',
      from: { path: '^(src|projections)/', pathNot: '^src/(cli/|composition/|main\\.ts)' },
      to: { path: '^src/composition/' },
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
    // It is compiled by its own suite, with types that are generated there.
    exclude: { path: '^infra/generated-clients/story' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    exoticRequireStrings: [],
  },
};
