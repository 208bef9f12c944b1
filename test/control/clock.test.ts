import { beforeEach, describe, expect, it } from 'vitest';

import { listPointers, useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();
let wallTime: number;
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
  wallTime = sandbox.clock.now();
});

const update = (body: unknown) => sandbox.send('PATCH', '/sandbox/clock', body);
const readClock = async () => (await sandbox.send('GET', '/sandbox/clock')).body;
const toIso = (instant: number) => new Date(instant).toISOString();

describe('getClock', () => {
  it('follows the wall clock by default', async () => {
    sandbox.clock.advance(250);
    expect(await readClock()).toEqual({ now: toIso(wallTime + 250), frozen: false });
  });
});

describe('updateClock', () => {
  it('advances a running clock, which keeps running', async () => {
    const { status, body } = await update({ advance: 'PT10M' });
    expect(status).toBe(200);
    expect(body).toEqual({ now: toIso(wallTime + 600_000), frozen: false });
    sandbox.clock.advance(1000);
    expect((await readClock()).now).toBe(toIso(wallTime + 601_000));
  });

  it('sets the clock to a time with any UTC offset', async () => {
    expect((await update({ now: '2026-02-01T12:00:00+02:00' })).body.now).toBe(
      '2026-02-01T10:00:00.000Z',
    );
  });

  it('freezes and unfreezes the clock', async () => {
    await update({ frozen: true });
    sandbox.clock.advance(5000);
    expect(await readClock()).toEqual({ now: toIso(wallTime), frozen: true });
    expect((await update({ advance: 'PT1S' })).body).toEqual({
      now: toIso(wallTime + 1000),
      frozen: true,
    });
    await update({ frozen: false });
    sandbox.clock.advance(1);
    expect(await readClock()).toEqual({ now: toIso(wallTime + 1001), frozen: false });
  });

  it('can set the time and freeze the clock in one request', async () => {
    const { body } = await update({ now: '2030-01-01T00:00:00Z', frozen: true });
    sandbox.clock.advance(1000);
    expect(await readClock()).toEqual(body);
  });

  it.each([
    ['now', { now: '2020-01-01T00:00:00.000Z' }],
    ['now, combined with frozen', { now: '2020-01-01T00:00:00.000Z', frozen: true }],
  ])('rejects an earlier time: %s', async (_name, request) => {
    const { status, body } = await update(request);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'illegalState', details: [{ pointer: '/body/now' }] });
    expect(await readClock()).toEqual({ now: toIso(wallTime), frozen: false });
  });

  it.each([
    ['/body/advance', { now: '2030-01-01T00:00:00Z', advance: 'PT1S' }],
    ['/body/advance', { advance: 'P9000000D' }],
    ['/body/advance', { advance: 'P1M' }],
    ['/body/advance', { advance: '-PT1S' }],
    ['/body/advance', { advance: 60 }],
    ['/body/now', { now: 'tomorrow' }],
    ['/body/now', { now: '2026-12-31T23:59:60Z' }],
    ['/body/now', { now: '9999-12-31T23:59:59.999-01:00' }],
    ['/body/now', { now: '2026-02-30T00:00:00Z' }],
    ['/body/frozen', { frozen: 'yes' }],
    ['/body', {}],
    ['/body/when', { when: '2030-01-01T00:00:00Z' }],
  ])('reports the pointer %s for the body %j', async (pointer, request) => {
    const { status, body } = await update(request);
    expect(status).toBe(400);
    expect(listPointers(body)).toContain(pointer);
  });
});
