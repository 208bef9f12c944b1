import { describe, expect, it } from 'vitest';

import { useSandbox, type TestWorkspace } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const yaml = { headers: { accept: 'application/yaml' } };

async function exportScenario(workspace: TestWorkspace): Promise<string> {
  return (await workspace.control('/scenario', yaml)).body;
}

/** Exports a workspace, loads the export into another one and exports that too. */
async function exportTwice(workspace: TestWorkspace) {
  const first = await exportScenario(workspace);
  const copy = await sandbox.workspace();
  const loaded = await copy.control('/scenario', {
    method: 'PUT',
    body: first,
    headers: { 'content-type': 'application/yaml' },
  });
  return { first, second: await exportScenario(copy), warnings: loaded.body.warnings, copy };
}

describe('§3 an export with a transaction that settles by itself', () => {
  it('keeps the transaction pending when it is loaded, at any later time', async () => {
    const workspace = await sandbox.workspace({ scenario: 'crypto-settles' });
    const { first, second, copy } = await exportTwice(workspace);
    expect(first).toMatch(/^clock: /m);
    expect(second).toBe(first);
    await copy.advance('P1D');
    expect(await exportScenario(copy)).not.toContain('cryptoStatus: PENDING');
  });
});

describe('an export of a workspace whose clock was advanced', () => {
  it('contains no future times when it is loaded', async () => {
    const workspace = await sandbox.workspace({
      scenario: {
        name: 'one',
        clock: '2026-01-15T10:00:00.000Z',
        users: [{ key: 'ada', emailAddress: 'ada@example.test' }],
      },
    });
    await workspace.advance('PT1H');
    await workspace.control('/users/ada/transactions', { body: { key: 'late' } });
    const { first, second, copy, warnings } = await exportTwice(workspace);
    expect(second).toBe(first);
    expect(warnings).toEqual([]);
    await copy.control('/users/ada/transactions', { body: { key: 'later' } });
    expect((await exportTwice(copy)).warnings).toEqual([]);
  });

  it('omits the clock if nothing depends on it', async () => {
    const workspace = await sandbox.workspace({ scenario: 'kyc-approved' });
    expect(await exportScenario(workspace)).not.toMatch(/^clock: /m);
  });
});
