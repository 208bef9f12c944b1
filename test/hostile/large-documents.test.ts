/** Large or expensive documents: other requests are served meanwhile. */
import { describe, expect, it } from 'vitest';

import { sendRequest, useSandbox, type HttpResponse } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

function repeat(count: number, item: (at: number) => string, between = ','): string {
  return Array.from({ length: count }, (_, at) => item(at)).join(between);
}

const keys = repeat(20_000, (at) => `"k${at}":1`);
const lines = repeat(20_000, (at) => `k${at}: 1\n`, '');

interface Case {
  readonly what: string;
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly body: string;
  readonly status?: number;
  /** How many findings are not shown. */
  readonly omitted?: number;
  /** Whether processing takes so long that other requests are served meanwhile. */
  readonly takes?: 'several slices';
}

function createScenario(users: string): string {
  return `{"document":{"name":"x","users":[${users}]}}`;
}

const cases: readonly Case[] = [
  {
    what: 'unknown keys in YAML',
    takes: 'several slices',
    type: YAML_TYPE,
    body: `name: x\n${lines}`,
    omitted: 19_900,
  },
  { what: 'unknown keys', body: `{"document":{"name":"x",${keys}}}`, omitted: 19_900 },
  { what: 'unknown keys of a user', body: createScenario(`{"key":"a",${keys}}`), omitted: 19_900 },
  {
    what: 'unknown keys in one object that is not a property of users',
    body: createScenario(`{"key":"a","personalInformation":{${keys}}}`),
    omitted: 19_900,
  },
  {
    what: 'users without a key',
    takes: 'several slices',
    body: createScenario(repeat(50_000, () => '{}')),
    omitted: 49_900,
  },
  {
    what: 'users that are not objects',
    body: createScenario(repeat(50_000, () => '1')),
    omitted: 49_900,
  },
  {
    what: 'users with one identity',
    takes: 'several slices',
    body: createScenario(repeat(10_000, (at) => `{"key":"u${at}","emailAddress":"a@b.test"}`)),
    omitted: 9899,
  },
  {
    what: 'links to unknown clients, with many that are known',
    body: `{"document":{"name":"x","users":[${repeat(5000, (at) => `{"key":"u${at}","phoneNumber":"+1202555${String(at).padStart(4, '0')}","linkedClients":["nobody-${at}"]}`)}],"clients":[${repeat(1000, (at) => `{"id":"client-${at}","secret":"s","accessToken":"t${at}"}`)}]}}`,
    omitted: 4900,
  },
  {
    what: 'more clients than allowed',
    body: `{"document":{"name":"x","clients":[${repeat(10_000, (at) => `{"id":"c${at}","secret":"s","accessToken":"t${at}"}`)}]}}`,
  },
  {
    what: 'more flags than allowed',
    body: createScenario(`{"key":"a","flags":[${repeat(50_000, (at) => `"F${at}"`)}]}`),
  },
  {
    what: 'flags that are objects',
    body: createScenario(`{"key":"a","flags":[${repeat(20_000, (at) => `{"a":${at}}`)}]}`),
    omitted: 19_901,
  },
  {
    what: 'merge keys',
    takes: 'several slices',
    type: YAML_TYPE,
    body: `a: &a {k: 1}\n${repeat(10_000, (at) => `b${at}:\n  <<: *a\n`, '')}`,
    omitted: 19_900,
  },
  {
    what: 'aliases of one merge key',
    type: YAML_TYPE,
    body: `a: &a {k: 1}\nb:\n  <<:\n${repeat(20_000, () => `  - *a\n`, '')}`,
    omitted: 19_901,
  },
  {
    what: 'duplicate keys',
    type: YAML_TYPE,
    body: `name: x\n${'name: x\n'.repeat(20_000)}`,
    omitted: 19_900,
  },
  {
    what: 'syntax errors',
    takes: 'several slices',
    type: YAML_TYPE,
    body: `name: x\nusers:\n${' - ]\n'.repeat(20_000)}`,
    omitted: 19_900,
  },
  {
    what: 'a flow sequence that YAML would buffer completely',
    type: YAML_TYPE,
    body: `[${'a,'.repeat(100_000)}]`,
  },
  { what: 'many YAML documents', type: YAML_TYPE, body: '---\na\n'.repeat(50_000) },
  {
    what: 'a valid scenario',
    takes: 'several slices',
    body: createScenario(repeat(20_000, (at) => `{"key":"u${at}","emailAddress":"u${at}@b.test"}`)),
    status: 200,
  },
  {
    what: 'a valid scenario in YAML',
    takes: 'several slices',
    type: YAML_TYPE,
    body: `name: x\nusers:\n${repeat(5000, (at) => `- {key: u${at}, emailAddress: u${at}@b.test}\n`, '')}`,
    status: 200,
  },
  {
    what: 'users to generate',
    takes: 'several slices',
    body: '{"document":{"name":"x","generate":{"users":10000}}}',
    status: 200,
  },
  {
    what: 'unknown keys of a dialect',
    method: 'POST',
    path: '/workspaces',
    body: `{"dialect":{"version":1,"values":{${keys}}}}`,
    omitted: 19_900,
  },
  {
    what: 'flags of a dialect',
    method: 'POST',
    path: '/workspaces',
    body: `{"dialect":{"version":1,"values":{"flags":{"catalogue":[${repeat(20_000, () => '{}')}]}}}}`,
    omitted: 79_901,
  },
  {
    what: 'unknown flags among messages',
    takes: 'several slices',
    method: 'POST',
    path: '/messages:check',
    body: JSON.stringify({ text: lines }),
    status: 200,
    omitted: 19_910,
  },
];

describe('a large document', () => {
  it.each(cases)(
    'does not block other requests and has at most 100 findings: $what',
    async (sent) => {
      const { method = 'PUT', path = '/scenario', type = JSON_TYPE, body } = sent;
      const { status = 422, omitted = 0 } = sent;
      const ended = { soFar: 'not yet' };
      const response = sendRequest(`${sandbox.url}/sandbox${path}`, {
        method,
        headers: { 'content-type': type },
        body,
      }).finally(() => {
        ended.soFar = 'ended';
      });
      let served = 0;
      while (ended.soFar === 'not yet') {
        await sendRequest(`${sandbox.url}/sandbox/health`);
        served += 1;
      }
      const { status: got, body: result } = await response;
      expect(got).toBe(status);
      const findings = listFindings(result);
      expect(findings.filter((finding) => finding.omitted === undefined).length).toBeLessThan(101);
      expect(findings.reduce((sum, finding) => sum + (finding.omitted ?? 0), 0)).toBe(omitted);
      expect(JSON.stringify(result).length).toBeLessThan(100_000);
      // A few come through before the work begins and at its end.
      if (sent.takes !== undefined) expect(served).toBeGreaterThan(5);
    },
  );

  it('is rejected if it is deeply nested outside of a document field', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const { status, body } = await sendRequest(`${sandbox.url}/sandbox/faults`, {
      method: 'PUT',
      body: `{"rules":[{"effect":{"status":500,"body":${deep}}}]}`,
    });
    expect([status, body.code, body.message]).toEqual([
      400,
      'malformed',
      'The body is nested too deeply.',
    ]);
  });

  it('is reported with long names and texts truncated', async () => {
    const long = 'k'.repeat(200_000);
    const body = `{"document":{"name":"x","${long}":1,"users":[{"key":"${long}","flags":["${long}"]}]}}`;
    const { body: result } = await sendRequest(`${sandbox.url}/sandbox/scenario`, {
      method: 'PUT',
      body,
    });
    expect(listFindings(result).map(({ rule }) => rule)).toContain('unknown-key');
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });
});

interface CheckResult {
  readonly rule: string;
  readonly omitted?: number;
}

function listFindings(body: HttpResponse['body']): readonly CheckResult[] {
  return body.findings ?? body.warnings;
}
