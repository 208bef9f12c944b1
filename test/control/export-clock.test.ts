import { describe, expect, it } from 'vitest';

import { useSandbox, type TestWorkspace } from '../sandbox.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const yaml = { headers: { accept: 'application/yaml' } };

async function exportScenario(workspace: TestWorkspace): Promise<string> {
  return (await workspace.control('/scenario', yaml)).body;
}

/** Exports a workspace, loads the export into a copy, and exports the copy. */
async function exportTwice(workspace: TestWorkspace) {
  const firstExport = await exportScenario(workspace);
  const copy = await sandbox.workspace();
  const loadResponse = await copy.control('/scenario', {
    method: 'PUT',
    body: firstExport,
    headers: { 'content-type': 'application/yaml' },
  });
  const secondExport = await exportScenario(copy);
  return { firstExport, secondExport, warnings: loadResponse.body.warnings, copy };
}

describe('§3 an export with a transaction that settles automatically', () => {
  it('contains the clock, so that a copy settles the transaction at the same time', async () => {
    const workspace = await sandbox.workspace({ scenario: 'crypto-settles' });
    const { firstExport, secondExport, copy } = await exportTwice(workspace);
    expect(firstExport).toMatch(/^clock: /m);
    expect(secondExport).toBe(firstExport);
    await copy.advance('P1D');
    expect(await exportScenario(copy)).not.toContain('cryptoStatus: PENDING');
  });
});

describe('an export of a workspace whose clock was advanced', () => {
  it('can be loaded without warnings about future times', async () => {
    const workspace = await sandbox.workspace({
      scenario: {
        name: 'one-user',
        clock: '2026-01-15T10:00:00.000Z',
        users: [{ key: 'ada', emailAddress: 'ada@example.test' }],
      },
    });
    await workspace.advance('PT1H');
    await workspace.control('/users/ada/transactions', { body: { key: 'late' } });
    const { firstExport, secondExport, copy, warnings } = await exportTwice(workspace);
    expect(secondExport).toBe(firstExport);
    expect(warnings).toEqual([]);
    await copy.control('/users/ada/transactions', { body: { key: 'later' } });
    expect((await exportTwice(copy)).warnings).toEqual([]);
  });
});

it('an export that has no times and no scheduled settlements omits the clock', async () => {
  const workspace = await sandbox.workspace({ scenario: 'kyc-approved' });
  expect(await exportScenario(workspace)).not.toMatch(/^clock: /m);
});
