/** The clock of a scenario may be in any time zone (RFC 3339); it is stored in UTC. */
import { expect, it } from 'vitest';
import { sendRequest, useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();

it.each([
  ['2030-01-15T10:00:00+01:00', '2030-01-15T09:00:00.000Z'],
  ['2030-01-15t10:00:00.25-05:30', '2030-01-15T15:30:00.250Z'],
])('a scenario accepts the clock %s', async (clock, utcClock) => {
  const workspace = await sandbox.workspace({ scenario: { name: 'zone', clock } });
  const { body } = await workspace.control('/clock');
  const elapsed = Date.parse(body.now) - Date.parse(utcClock);
  expect(elapsed).toBeGreaterThanOrEqual(0);
  expect(elapsed).toBeLessThan(60_000);
  const { body: exported } = await workspace.control('/scenario', {
    headers: { accept: 'application/json' },
  });
  expect(exported.clock).toBe(utcClock);
});

it.each([
  ['without an offset', '2030-01-15T10:00:00'],
  ['on February 30', '2030-02-30T10:00:00+01:00'],
  ['in the year 10000 of UTC', '9999-12-31T23:59:59-01:00'],
])('a scenario rejects a clock %s', async (_, clock) => {
  const { status, body } = await sendRequest(`${sandbox.url}/sandbox/workspaces`, {
    body: { scenario: { name: 'zone', clock } },
  });
  expect(status).toBe(422);
  expect(body.findings).toMatchObject([{ pointer: '/clock' }]);
});
