/** The sidebar: all pages, in reading order. A test checks that no page is missing. */

const page = (/** @type {string} */ text, /** @type {string} */ link) => ({ text, link });

export const sidebar = [
  { text: 'Start', items: [page('Introduction', '/'), page('Get started', '/start')] },
  {
    text: 'By role',
    items: [
      page('Client developer', '/roles/client-developer'),
      page('QA', '/roles/qa'),
      page('CI', '/roles/ci'),
      page('Service owner', '/roles/service-owner'),
    ],
  },
  {
    text: 'Concepts',
    items: [
      page('Workspace', '/concepts/workspace'),
      page('Dialect', '/concepts/dialect'),
      page('Scenario', '/concepts/scenario'),
      page('Verdict', '/concepts/verdict'),
    ],
  },
  {
    text: 'Guides',
    collapsed: false,
    items: [
      page('Test kit', '/test-kit'),
      page('Workspaces', '/workspaces'),
      page('Traffic, faults', '/traffic'),
      page('Variations (chaos)', '/chaos'),
      page('Client report', '/client-report'),
      page('For QA', '/qa'),
      page('Console', '/console'),
      page('Scenarios', '/scenarios'),
      page('Conformance', '/conformance'),
      page('Proxy and mock', '/proxy'),
      page('CI', '/ci'),
      page('Stores', '/stores'),
      page('Operations', '/operations'),
      page('Security', '/security'),
    ],
  },
  {
    text: 'Recipes',
    collapsed: false,
    items: [
      page('Playwright', '/recipes/playwright'),
      page('Cypress', '/recipes/cypress'),
      page('A wallet in the browser', '/recipes/wallet'),
      page('React Native', '/recipes/react-native'),
      page('Simulators and devices', '/recipes/devices'),
      page('HTTPS', '/recipes/https'),
      page('Other languages', '/recipes/languages'),
      page('Coding agents', '/agents/skill'),
      page('Monorepos', '/recipes/monorepo'),
      page('Offline', '/recipes/offline'),
    ],
  },
  {
    text: 'Reference',
    collapsed: false,
    items: [
      page('Overview', '/reference/'),
      page('The interface', '/interface'),
      page('Commands', '/reference/cli'),
      page('Configuration file', '/reference/config'),
      page('Environment variables', '/reference/environment'),
      page('Service API', '/reference/api'),
      page('Control API', '/reference/control'),
      page('Errors', '/reference/errors'),
      page('Dialect keys', '/dialect'),
      page('report.json', '/reference/report'),
      page('Client report as JSON', '/reference/client-report'),
      page('Baseline', '/reference/baseline'),
      page('Proxy journal', '/reference/proxy-journal'),
    ],
  },
  {
    text: 'About',
    items: [page('Comparison', '/comparison'), page('Questions and answers', '/faq')],
  },
  {
    text: 'Internals',
    collapsed: true,
    items: [
      page('Requirements', '/internals/requirements'),
      page('Conformance mutation', '/internals/conformance-mutation'),
      page('Mutation testing', '/internals/mutation-testing'),
      page('Scale', '/internals/scale'),
      page('Reliability', '/internals/reliability'),
      page('Performance', '/internals/performance'),
      page('Benchmark results', '/internals/performance/results'),
      page('Dependencies', '/dependencies'),
    ],
  },
];
