/** While the sandbox processes a large document, it serves other requests. */
import { describe, expect, it } from 'vitest';

import { sendRequest, useSandbox, type HttpResponse } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

function repeat(count: number, format: (index: number) => string, separator = ','): string {
  return Array.from({ length: count }, (_, index) => format(index)).join(separator);
}

const keys = repeat(20_000, (index) => `"k${index}":1`);
const lines = repeat(20_000, (index) => `k${index}: 1\n`, '');

const clients = repeat(
  1000,
  (index) => `{"id":"client-${index}","secret":"s","accessToken":"t${index}"}`,
);
const linkedUsers = repeat(5000, (index) => {
  const phoneNumber = `+1202555${String(index).padStart(4, '0')}`;
  return `{"key":"u${index}","phoneNumber":"${phoneNumber}","linkedClients":["nobody-${index}"]}`;
});

interface Case {
  readonly title: string;
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly body: string;
  readonly status?: number;
  /** The number of findings, listed and omitted. Needed if it is more than 100. */
  readonly findings?: number;
  /** Whether the processing takes so long that other requests must be served meanwhile. */
  readonly isSlow?: true;
}

function createScenario(users: string): string {
  return `{"document":{"name":"x","users":[${users}]}}`;
}

const cases: readonly Case[] = [
  {
    title: 'unknown keys in YAML',
    isSlow: true,
    type: YAML_TYPE,
    body: `name: x\n${lines}`,
    findings: 20_000,
  },
  { title: 'unknown keys', body: `{"document":{"name":"x",${keys}}}`, findings: 20_000 },
  {
    title: 'unknown keys of a user',
    body: createScenario(`{"key":"a",${keys}}`),
    findings: 20_000,
  },
  {
    title: 'unknown keys in the personal information of a user',
    body: createScenario(`{"key":"a","personalInformation":{${keys}}}`),
    findings: 20_000,
  },
  {
    title: 'users without a key',
    isSlow: true,
    body: createScenario(repeat(50_000, () => '{}')),
    findings: 50_000,
  },
  {
    title: 'users that are not objects',
    body: createScenario(repeat(50_000, () => '1')),
    findings: 50_000,
  },
  {
    title: 'users with the same identity',
    isSlow: true,
    body: createScenario(
      repeat(10_000, (index) => `{"key":"u${index}","emailAddress":"a@b.test"}`),
    ),
    // All users except the first.
    findings: 9999,
  },
  {
    title: 'links to unknown clients',
    body: `{"document":{"name":"x","users":[${linkedUsers}],"clients":[${clients}]}}`,
    findings: 5000,
  },
  {
    title: 'more clients than allowed',
    body: `{"document":{"name":"x","clients":[${repeat(10_000, (index) => `{"id":"c${index}","secret":"s","accessToken":"t${index}"}`)}]}}`,
  },
  {
    title: 'more flags than allowed',
    body: createScenario(`{"key":"a","flags":[${repeat(50_000, (index) => `"F${index}"`)}]}`),
  },
  {
    title: 'flags that are objects, and more than allowed',
    body: createScenario(`{"key":"a","flags":[${repeat(20_000, (index) => `{"a":${index}}`)}]}`),
    findings: 20_000 + 1,
  },
  {
    title: 'merge keys, each with an alias',
    isSlow: true,
    type: YAML_TYPE,
    body: `a: &a {k: 1}\n${repeat(10_000, (index) => `b${index}:\n  <<: *a\n`, '')}`,
    findings: 2 * 10_000,
  },
  {
    title: 'aliases of one merge key',
    type: YAML_TYPE,
    body: `a: &a {k: 1}\nb:\n  <<:\n${repeat(20_000, () => `  - *a\n`, '')}`,
    // The merge key and its aliases.
    findings: 1 + 20_000,
  },
  {
    title: 'duplicate keys',
    type: YAML_TYPE,
    body: `name: x\n${'name: x\n'.repeat(20_000)}`,
    findings: 20_000,
  },
  {
    title: 'syntax errors',
    isSlow: true,
    type: YAML_TYPE,
    body: `name: x\nusers:\n${' - ]\n'.repeat(20_000)}`,
    findings: 20_000,
  },
  {
    title: 'a flow sequence that the YAML parser would buffer completely',
    type: YAML_TYPE,
    body: `[${'a,'.repeat(100_000)}]`,
  },
  { title: 'many YAML documents', type: YAML_TYPE, body: '---\na\n'.repeat(50_000) },
  {
    title: 'a valid scenario',
    isSlow: true,
    body: createScenario(
      repeat(20_000, (index) => `{"key":"u${index}","emailAddress":"u${index}@b.test"}`),
    ),
    status: 200,
  },
  {
    title: 'a valid scenario in YAML',
    isSlow: true,
    type: YAML_TYPE,
    body: `name: x\nusers:\n${repeat(5000, (index) => `- {key: u${index}, emailAddress: u${index}@b.test}\n`, '')}`,
    status: 200,
  },
  {
    title: 'users to generate',
    isSlow: true,
    body: '{"document":{"name":"x","generate":{"users":10000}}}',
    status: 200,
  },
  {
    title: 'unknown keys of a dialect',
    method: 'POST',
    path: '/workspaces',
    body: `{"dialect":{"version":1,"values":{${keys}}}}`,
    findings: 20_000,
  },
  {
    title: 'flags of a dialect without their four keys, and more than allowed',
    method: 'POST',
    path: '/workspaces',
    body: `{"dialect":{"version":1,"values":{"flags":{"catalogue":[${repeat(20_000, () => '{}')}]}}}}`,
    findings: 4 * 20_000 + 1,
  },
  {
    title: 'unknown flags among messages',
    isSlow: true,
    method: 'POST',
    path: '/messages:check',
    body: JSON.stringify({ text: lines }),
    status: 200,
    // The messages of the 7 flags and the 3 categories are missing.
    findings: 20_000 + 7 + 3,
  },
];

describe('a large document', () => {
  it.each(cases)(
    'does not block other requests and has at most 100 findings: $title',
    async ({ method = 'PUT', path = '/scenario', type = JSON_TYPE, body, ...expected }) => {
      const state = { hasEnded: false };
      const response = sendRequest(`${sandbox.url}/sandbox${path}`, {
        method,
        headers: { 'content-type': type },
        body,
      }).finally(() => {
        state.hasEnded = true;
      });
      let served = 0;
      while (!state.hasEnded) {
        await sendRequest(`${sandbox.url}/sandbox/health`);
        served += 1;
      }
      const { status, body: result } = await response;
      expect(status).toBe(expected.status ?? 422);
      const findings = listFindings(result);
      const listedFindings = findings.filter((finding) => finding.omitted === undefined);
      expect(listedFindings.length).toBeLessThanOrEqual(100);
      const omittedCount = findings.reduce((sum, finding) => sum + (finding.omitted ?? 0), 0);
      expect(omittedCount).toBe(Math.max(0, (expected.findings ?? 0) - 100));
      expect(JSON.stringify(result).length).toBeLessThan(100_000);
      // Up to five requests are served before the processing begins and after it ends.
      if (expected.isSlow) expect(served).toBeGreaterThan(5);
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

interface Finding {
  readonly rule: string;
  readonly omitted?: number;
}

function listFindings(body: HttpResponse['body']): readonly Finding[] {
  return body.findings ?? body.warnings;
}
