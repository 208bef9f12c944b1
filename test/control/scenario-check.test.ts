import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();
const yaml = { 'content-type': 'application/yaml' };

const FAILED_WITHOUT_FLAG = `name: mine
users:
  - key: rita
    phoneNumber: '+12025550143'
    transactions: [{ key: t1, cryptoStatus: FAILED }]
`;

describe('checkScenario', () => {
  it('returns line, column and clause, and changes nothing', async () => {
    const workspace = await sandbox.workspace();
    const before = await workspace.control('/users');
    const { status, body } = await workspace.control('/scenario:check', {
      body: FAILED_WITHOUT_FLAG,
      headers: yaml,
    });
    expect(status).toBe(200);
    expect(body.findings).toEqual([
      expect.objectContaining({
        rule: 'failed-without-flag',
        clause: '7.5',
        severity: 'error',
        line: 5,
        column: 45,
      }),
    ]);
    expect((await workspace.control('/users')).body).toEqual(before.body);
  });

  it('returns the same findings as loading', async () => {
    const workspace = await sandbox.workspace();
    const checkResponse = await workspace.control('/scenario:check', {
      body: FAILED_WITHOUT_FLAG,
      headers: yaml,
    });
    const loadResponse = await workspace.control('/scenario', {
      method: 'PUT',
      body: FAILED_WITHOUT_FLAG,
      headers: yaml,
    });
    expect(loadResponse.status).toBe(422);
    expect(checkResponse.body.findings).toEqual(loadResponse.body.findings);
  });

  it('returns warnings for a valid scenario', async () => {
    const workspace = await sandbox.workspace();
    const users = [{ key: 'rita', emailAddress: 'r@example.test', kyc: { status: 'DECLINED' } }];
    const { body } = await workspace.control('/scenario:check', {
      body: { document: { name: 'mine', users } },
    });
    expect(body.findings).toEqual([
      expect.objectContaining({ severity: 'warning', rule: 'kyc-status-without-flag' }),
    ]);
  });

  it.each([{ name: 'default' }, { name: 'kyc-approved' }])(
    'returns no findings for %j',
    async (body) => {
      const workspace = await sandbox.workspace();
      const checkResponse = await workspace.control('/scenario:check', { body });
      expect(checkResponse.body).toEqual({ findings: [] });
    },
  );

  it('returns a finding for invalid YAML', async () => {
    const workspace = await sandbox.workspace();
    const { status, body } = await workspace.control('/scenario:check', {
      body: 'name: [\n',
      headers: yaml,
    });
    expect(status).toBe(200);
    expect(body.findings[0]).toMatchObject({ severity: 'error' });
  });
});

describe('readScenario', () => {
  it.each(['default', 'fraud-flag'])('returns the source text of %s', async (name) => {
    const workspace = await sandbox.workspace();
    const { status, headers, body } = await workspace.control(`/scenarios/${name}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(body).toBe(await readFile(`scenarios/${name}.yaml`, 'utf8'));
  });

  it.each(['nothing', '..%2Fpackage', 'default.yaml'])('returns 404 for %s', async (name) => {
    const workspace = await sandbox.workspace();
    const { status, body } = await workspace.control(`/scenarios/${name}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'notFound', details: [{ pointer: '/path/name' }] });
  });
});
