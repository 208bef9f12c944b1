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
    name: 'no-vague-file-names',
    from: {},
    to: {
      path: '/(utils?|helpers?|common|misc|manager)[./]',
      pathNot: 'node_modules/',
      dependencyTypesNot: ['core'],
    },
  },

  // cli → server → operations → domain
  {
    name: 'domain-imports-contract-and-dialect',
    from: { path: '^src/domain/' },
    to: { pathNot: ['^src/(domain|dialect)/', contract] },
  },
  {
    name: 'domain-imports-only-types',
    comment: 'It imports only types from other folders.',
    from: { path: '^src/domain/' },
    to: { pathNot: '^src/domain/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'operations-import-domain-and-ports',
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
    name: 'operations-import-contract-and-store-types',
    from: { path: '^src/(operations|accounts)/' },
    to: { path: [contract, '^src/store/'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-upward-imports',
    from: {
      path: '^src/(accounts|contract|dialect|documents|judge|messages|ports|redaction|reporting|scenarios|store|traffic)/',
    },
    to: { path: '^src/(cli|server|control|operations|proxy|testkit|console)/' },
  },
  {
    name: 'only-cli-imports-cli',
    from: { path: '^src/', pathNot: '^src/cli/' },
    to: { path: '^src/cli/' },
  },
  {
    name: 'no-internal-barrel-imports',
    from: { path: '^(src|conformance)/' },
    to: { path: '^src/index[.]ts$' },
  },

  {
    name: 'test-kit-uses-http',
    comment:
      'It uses the sandbox over HTTP, as any client. It shares the checks of options, and signing.',
    from: { path: '^src/testkit/' },
    to: {
      path: '^src/',
      pathNot: [
        '^src/(testkit|config|conform-settings|documents|ports|contract)/',
        '^src/server/listen[.]ts$',
        '^src/domain/duration[.]ts$',
        '^src/reporting/connection-errors[.]ts$',
        '^src/(pick-defined|scenario-file)[.]ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'test-kit-imports-contract-types',
    from: { path: '^src/testkit/' },
    to: { path: contract, dependencyTypesNot: ['type-only'] },
  },

  // pure parts, and large packages
  {
    name: 'pure-folders-import-no-node-builtins',
    from: { path: ['^src/(dialect|judge|redaction|reporting)/', '^src/contract/effective'] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'wallet-page-runs-in-a-browser',
    comment: 'The folder is bundled into one script that every page of a test loads.',
    from: { path: '^src/wallet/page/' },
    to: { pathNot: ['^src/wallet/page/', npm('@noble')] },
  },
  {
    name: 'judge-is-pure',
    comment: 'Exchange, dialect and memory in, findings out. From http only the parser of headers.',
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
    name: 'judge-imports-no-validators',
    from: { path: '^src/judge/' },
    to: { path: '^src/contract/validators', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'heavy-packages-are-imported-dynamically',
    from: { path: '^src/' },
    to: {
      path: npm('ethers', 'libphonenumber-js', 'pino-pretty', 'vitest', '@faker-js', '@redocly'),
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },

  // packages that only some folders import
  {
    name: 'only-validators-import-ajv',
    ...ownedBy('^src/(contract/(validators|formats)|documents/)', 'ajv', 'ajv-formats'),
  },
  {
    name: 'only-server-and-control-import-express',
    ...ownedBy('^src/(server|control|http)/', '(@types/)?express', '(@types/)?cors'),
  },
  {
    name: 'only-postgres-engine-imports-sql',
    ...ownedBy('^src/store/postgres/', '(@types/)?pg', 'kysely'),
  },
  {
    name: 'only-two-engines-import-lowdb',
    ...ownedBy('^src/store/(memory-engine|file/)', 'lowdb'),
  },

  // black-box parts
  {
    name: 'conformance-imports-no-sandbox',
    from: { path: '^conformance/' },
    to: { path: '^src/', pathNot: ['^src/contract/', '^src/(dialect|judge|redaction|reporting)/'] },
  },
  {
    name: 'conformance-imports-effective-contract',
    comment: 'Only the check that runs the judge uses the compiled contract.',
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
    name: 'console-uses-http',
    from: { path: '^src/console/' },
    to: { path: '^src/', pathNot: '^src/console/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'console-imports-generated-types',
    comment: 'dialect.ts only makes every key of the generated type required.',
    from: { path: '^src/console/' },
    to: {
      path: '^src/',
      pathNot: ['^src/console/', '^src/contract/.*[.]gen[.]ts$', '^src/dialect/dialect[.]ts$'],
    },
  },
  {
    name: 'only-conformance-tests-import-conformance',
    from: { path: '^test/', pathNot: '^test/(mutants|conformance)/' },
    to: { path: '^conformance/' },
  },
  {
    name: 'conformance-tests-import-no-sandbox',
    from: { path: '^test/conformance/' },
    to: { path: '^src/(server|control|operations|domain|store)/' },
  },
  {
    name: 'independent-server-imports-no-src',
    from: { path: '^test/independent/' },
    to: { path: '^src/' },
  },
  {
    name: 'src-imports-no-test-code',
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
