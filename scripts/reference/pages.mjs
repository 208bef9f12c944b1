/** The pages of docs/reference and their sources. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { commandPage, configPage, environmentPage } from './command-line-pages.mjs';
import { errorsPage } from './errors-page.mjs';
import { openapiPage } from './openapi-page.mjs';
import { schemaPage } from './schema-page.mjs';
import { loadSources } from './source-modules.mjs';

const root = new URL('../../', import.meta.url);
const SERVICE = 'openapi/api.yaml';
const CONTROL = 'openapi/control.yaml';
const SCHEMAS = 'openapi/schemas';

/** @returns {import('./openapi-page.mjs').Contract} */
const contract = (/** @type {string} */ source) =>
  parse(readFileSync(new URL(source, root), 'utf8'));

const file = (
  /** @type {string} */ name,
  /** @type {{ title: string, about: string }} */ page,
) => ({
  source: `${SCHEMAS}/${name}.schema.json`,
  target: `docs/reference/${name}.md`,
  render: (/** @type {string} */ source) => schemaPage(new URL(source, root), page),
});

/** @type {{ source: string, target: string, render: (source: string) => string | Promise<string> }[]} */
export const referencePages = [
  { source: 'src/cli/commands.ts', target: 'docs/reference/cli.md', render: commandPage },
  {
    source: `${SCHEMAS}/config.schema.json`,
    target: 'docs/reference/config.md',
    render: configPage,
  },
  {
    source: `${SCHEMAS}/config.schema.json`,
    target: 'docs/reference/environment.md',
    render: environmentPage,
  },
  {
    source: SERVICE,
    target: 'docs/reference/api.md',
    render: (source) =>
      openapiPage(contract(source), {
        title: 'The service',
        about:
          'The eight operations, as the sandbox speaks them in the default dialect. Another dialect words them\ndifferently: `flagbearer contract --dialect FILE` prints the contract that follows from it, and\n`GET /sandbox/openapi.json` that of a running workspace. The column "dialect" names the key that decides what\nthe interface leaves open ([the dialect](../dialect.md)).',
      }),
  },
  {
    source: CONTROL,
    target: 'docs/reference/control.md',
    render: (source) =>
      openapiPage(contract(source), {
        title: 'The control API',
        about:
          'Paths are under `/sandbox`, and under `/w/{workspace}/sandbox` for a workspace. On loopback no credentials are\nrequired; with a control token, send `Authorization: Bearer TOKEN`. `GET /sandbox/control.json` returns this document.\nError codes: [errors](errors.md#codes-of-the-control-api).',
      }),
  },
  { source: CONTROL, target: 'docs/reference/errors.md', render: errors },
  file('report', {
    title: 'report.json',
    about:
      '`flagbearer conform` and `flagbearer proxy` write it into their report folder ([conformance](../conformance.md),\n[proxy](../proxy.md)).',
  }),
  file('client-report', {
    title: 'The client report as JSON',
    about:
      '`flagbearer client-report --format json`, `GET /sandbox/client-report`, `report()` of the test kit. Its rules:\n[the client report](../client-report.md).',
  }),
  file('baseline', {
    title: 'Baseline',
    about:
      'The failures that `flagbearer conform --baseline FILE` knows of ([conformance](../conformance.md#reports)).',
  }),
  file('proxy-journal', {
    title: 'journal.jsonl of the proxy',
    about: 'One line of it is one call ([proxy](../proxy.md)).',
  }),
];

async function errors() {
  const dialect = JSON.parse(readFileSync(new URL(`${SCHEMAS}/dialect.schema.json`, root), 'utf8'));
  const { causes } = await loadSources("export { causes } from './src/domain/errors.ts';");
  return errorsPage({
    service: contract(SERVICE),
    control: contract(CONTROL),
    statuses: dialect.properties.values.properties.errors.properties.status.properties,
    causes,
  });
}
