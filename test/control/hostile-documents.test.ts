import { describe, expect, it } from 'vitest';

import { sendRequest, useSandbox } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

/** Creates nested JSON as text, because JSON.stringify would overflow the stack. */
function createNested(depth: number, inner = '1'): string {
  return '{"users":'.repeat(depth) + inner + '}'.repeat(depth);
}

describe('a deeply nested document', () => {
  it.each([
    ['PUT', '/scenario', `{"document":${createNested(20_000)}}`],
    ['POST', '/workspaces', `{"scenario":${createNested(20_000)}}`],
    ['POST', '/workspaces', `{"dialect":${createNested(20_000)}}`],
    ['POST', '/workspaces', `{"dialect":{"version":1,"values":${createNested(20_000)}}}`],
  ])('is rejected with a finding: %s %s %#', async (method, path, body) => {
    const response = await sendRequest(`${sandbox.url}/sandbox${path}`, { method, body });
    expect(response.status).toBe(422);
    expect(response.body.findings[0].rule).toBe('nested-too-deep');
  });

  it('is rejected with a short response if it is invalid but not too deep', async () => {
    const body = `{"document":${createNested(150)}}`;
    const response = await sendRequest(`${sandbox.url}/sandbox/scenario`, { method: 'PUT', body });
    expect(response.status).toBe(422);
    expect(JSON.stringify(response.body).length).toBeLessThan(5000);
  });
});

describe('a name that contains a path', () => {
  it.each([
    '../package',
    '../../etc/passwd',
    '/etc/passwd',
    'default.yaml',
    'x/../default',
    '..%2fa',
  ])('does not select a scenario or a workspace: %s', async (name) => {
    const loadResponse = await sendRequest(`${sandbox.url}/sandbox/scenario`, {
      method: 'PUT',
      body: { name },
    });
    expect(loadResponse.status).toBe(422);
    expect(loadResponse.body.findings[0].rule).toBe('unknown-scenario');
    const readResponse = await sendRequest(
      `${sandbox.url}/sandbox/scenarios/${encodeURIComponent(name)}`,
    );
    expect(readResponse.status).toBe(404);
    const createResponse = await sendRequest(`${sandbox.url}/sandbox/workspaces`, {
      body: { name },
    });
    expect(createResponse.status).toBe(400);
  });
});

describe('a YAML document', () => {
  const load = (body: string) =>
    sendRequest(`${sandbox.url}/sandbox/scenario`, {
      method: 'PUT',
      headers: { 'content-type': 'application/yaml' },
      body,
    });

  it('is rejected if its aliases expand to millions of nodes', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const aliases = Array.from({ length: 9 }, () => `*l${level}`).join(',');
      return `l${level + 1}: &l${level + 1} [${aliases}]`;
    });
    const { status, body } = await load(`l0: &l0 [x]\n${levels.join('\n')}\n`);
    expect(status).toBe(422);
    expect(body.findings[0].rule).toBe('alias');
  });

  it('is rejected if it is nested too deeply for the parser', async () => {
    const { status, body } = await load('['.repeat(100_000));
    expect(status).toBe(422);
    expect(body.findings[0].rule).toBe('nested-too-deep');
  });

  it('cannot create objects by tags or change a prototype', async () => {
    const { status } = await load(
      'name: one\n__proto__: {polluted: true}\n? !!js/function "x"\n: 1\n',
    );
    expect(status).toBe(422);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});
