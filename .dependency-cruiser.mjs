/**
 * Who may import whom. A rule is named after what it keeps true; test/packaging/lint-rules.test.ts
 * plants a violation of each.
 */

const contract = '^src/contract/';
const npm = (/** @type {string[]} */ ...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

/** Only files under `owner` import `packages`. */
const ownedBy = (/** @type {string} */ owner, /** @type {string[]} */ ...packages) => ({
  from: { path: '^(src|conformance)/', pathNot: owner },
  to: { path: npm(...packages) },
});

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'no-cycles',
    from: {},
    to: { circular: true },
  },
  {
    name: 'names-say-what-a-file-knows',
    from: {},
    to: {
      path: '/(utils?|helpers?|common|misc|manager)[./]',
      pathNot: 'node_modules/',
      dependencyTypesNot: ['core'],
    },
  },

  // cli → server → operations → domain
  {
    name: 'domain-knows-contract-and-dialect',
    from: { path: '^src/domain/' },
    to: { pathNot: ['^src/(domain|dialect)/', contract] },
  },
  {
    name: 'domain-runs-by-itself',
    comment: 'What it imports from elsewhere are types.',
    from: { path: '^src/domain/' },
    to: { pathNot: '^src/domain/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'operations-import-rules-and-ports',
    comment: 'Domain, dialect, ports and the port of the store: no Express, no driver, no traffic.',
    from: { path: '^src/(operations|accounts)/' },
    to: {
      pathNot: [
        '^src/(operations|accounts|sessions|domain|dialect|ports)/',
        '^src/store/(store|chaos-setting)[.]ts$',
        contract,
      ],
    },
  },
  {
    name: 'operations-see-contract-and-store-as-types',
    from: { path: '^src/(operations|accounts)/' },
    to: { path: [contract, '^src/store/'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'nothing-imports-upwards',
    from: {
      path: '^src/(accounts|contract|dialect|documents|judge|messages|ports|redaction|reporting|scenarios|store|traffic)/',
    },
    to: { path: '^src/(cli|server|control|operations|proxy|testkit|console)/' },
  },
  {
    name: 'only-the-executable-is-above-the-cli',
    from: { path: '^src/', pathNot: '^src/cli/' },
    to: { path: '^src/cli/' },
  },
  {
    name: 'the-barrel-is-for-users',
    from: { path: '^(src|conformance)/' },
    to: { path: '^src/index[.]ts$' },
  },

  {
    name: 'the-test-kit-starts-a-server-and-talks-to-it',
    comment:
      'Over HTTP, as any client. Beside that: how options are checked, and how wallets sign.',
    from: { path: '^src/testkit/' },
    to: {
      path: '^src/',
      pathNot: [
        '^src/(testkit|config|conform-settings|documents|ports|contract)/',
        '^src/server/listen[.]ts$',
        '^src/domain/duration[.]ts$',
        '^src/reporting/connection-errors[.]ts$',
        '^src/(did-you-mean|scenario-file)[.]ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'the-test-kit-sees-contracts-as-types',
    from: { path: '^src/testkit/' },
    to: { path: contract, dependencyTypesNot: ['type-only'] },
  },

  // what is pure, and what is heavy
  {
    name: 'pure-parts-import-nothing-of-node',
    from: { path: ['^src/(dialect|judge|redaction|reporting)/', '^src/contract/effective'] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'the-page-of-the-wallet-runs-in-a-browser',
    comment: 'It is bundled into one script, which every page of a test loads.',
    from: { path: '^src/wallet/page/' },
    to: { pathNot: ['^src/wallet/page/', npm('@noble')] },
  },
  {
    name: 'the-judge-is-pure',
    comment: 'Exchange, dialect and memory in, findings out; of http only what reads a head.',
    from: { path: '^src/judge/' },
    to: {
      pathNot: [
        '^src/(judge|contract|dialect|domain|documents|redaction|reporting)/',
        '^src/http/(accepts-json|request-head)[.]ts$',
        '^src/(bounded-cache|did-you-mean)[.]ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'the-judge-compiles-no-contract',
    from: { path: '^src/judge/' },
    to: { path: '^src/contract/validators', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'heavy-packages-are-loaded-when-needed',
    from: { path: '^src/' },
    to: {
      path: npm('ethers', 'libphonenumber-js', 'pino-pretty', 'vitest', '@faker-js', '@redocly'),
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },

  // who owns a package
  {
    name: 'schemas-are-checked-in-few-places',
    ...ownedBy('^src/(contract/(validators|formats)|documents/)', 'ajv', 'ajv-formats'),
  },
  {
    name: 'server-and-control-own-express',
    ...ownedBy('^src/(server|control|http)/', '(@types/)?express', '(@types/)?cors'),
  },
  {
    name: 'postgres-owns-sql',
    ...ownedBy('^src/store/postgres/', '(@types/)?pg', 'kysely'),
  },
  {
    name: 'lowdb-has-two-engines',
    ...ownedBy('^src/store/(memory-engine|file/)', 'lowdb'),
  },

  // who sees the inside
  {
    name: 'conformance-is-a-black-box-view',
    from: { path: '^conformance/' },
    to: { path: '^src/', pathNot: ['^src/contract/', '^src/(dialect|judge|redaction|reporting)/'] },
  },
  {
    name: 'conformance-sees-the-effective-contract',
    comment: 'Only the judge needs it compiled.',
    from: {
      path: '^conformance/',
      pathNot: '^conformance/sections/every-response[.]check[.]ts$',
    },
    to: {
      path: '^src/contract/',
      pathNot: ['^src/contract/(effective|wire)', '^src/contract/requirements[.]gen[.]ts$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'console-talks-http',
    from: { path: '^src/console/' },
    to: { path: '^src/', pathNot: '^src/console/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'console-knows-the-contracts-as-types',
    comment: 'The types of the dialect are those of its generated file, every key filled.',
    from: { path: '^src/console/' },
    to: {
      path: '^src/',
      pathNot: ['^src/console/', '^src/contract/.*[.]gen[.]ts$', '^src/dialect/dialect[.]ts$'],
    },
  },
  {
    name: 'only-mutants-see-both-sides',
    from: { path: '^test/', pathNot: '^test/(mutants|conformance)/' },
    to: { path: '^conformance/' },
  },
  {
    name: 'conformance-tests-are-outside-too',
    from: { path: '^test/conformance/' },
    to: { path: '^src/(server|control|operations|domain|store)/' },
  },
  {
    name: 'the-independent-server-is-independent',
    from: { path: '^test/independent/' },
    to: { path: '^src/' },
  },
  {
    name: 'the-product-imports-no-test',
    from: { path: '^(src|conformance)/' },
    to: { path: '^(test|scripts|bench)/' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    exclude: { path: '^(bench|dist|docs|examples)/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
