import { describe, expect, it } from 'vitest';
import type { CodeSource } from '../../../conformance/actors/code-source.ts';
import { OtpLedger } from '../../../conformance/actors/otp-ledger.ts';
import { Secrets } from '../../../conformance/target/secrets.ts';
import { RequestError } from '../../../conformance/target/request-errors.ts';
import type { HttpResponse } from '../../../conformance/target/http-request.ts';
import { RequestBudget } from '../../../conformance/target/budget.ts';
import { createResponse } from '../create-response.ts';

/** Creates a ledger whose source returns the results in order, then repeats the last result. */
function createLedger(
  results: readonly (string | null | Error | { thrown: string })[] = [],
  { hasNewCodePerSend = true } = {},
) {
  const waits: number[] = [];
  const reads: string[] = [];
  const secrets = new Secrets();
  const budget = new RequestBudget({ maxRequests: 10, maxOtpSends: 2, maxDuration: 1000 }, () => 0);
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const ledger = new OtpLedger({ budget, secrets, sleep });
  const remainingResults = [...results];
  const source: CodeSource = {
    hasNewCodePerSend,
    async readCode(channel, destination) {
      reads.push(`${channel} ${destination}`);
      const result = remainingResults.length > 1 ? remainingResults.shift() : remainingResults[0];
      if (result instanceof Error) throw result;
      if (result instanceof Object) return Promise.reject(result.thrown);
      return result ?? null;
    },
  };
  if (results.length > 0) ledger.source = source;
  return { ledger, waits, reads, secrets, budget };
}

const readSms = (ledger: OtpLedger, to = '+12025550199') => ledger.readNewestCode('sms', to);

describe('§4.5, §4.7 the code for a send', () => {
  it('is read from the source and then masked as a secret', async () => {
    const { ledger, reads, waits, secrets } = createLedger(['123456']);
    expect(ledger.hasReadCodes).toBe(false);
    expect(await readSms(ledger)).toBe('123456');
    expect(reads).toEqual(['sms +12025550199']);
    expect(waits).toEqual([]);
    expect(ledger.hasReadCodes).toBe(true);
    expect(secrets.mask('it is 123456.')).toBe('it is <one-time password>.');
  });

  it('is requested until the source returns a code', async () => {
    const { ledger, waits } = createLedger([null, null, '123456']);
    expect(await readSms(ledger)).toBe('123456');
    expect(waits).toEqual([100, 100]);
  });

  it('differs from the previous code for the same destination', async () => {
    const { ledger, waits } = createLedger(['111111', '111111', '222222']);
    expect(await readSms(ledger)).toBe('111111');
    expect(await readSms(ledger)).toBe('222222');
    expect(waits).toEqual([100]);
  });

  it('can be the same for another destination or channel', async () => {
    const { ledger, waits } = createLedger(['111111']);
    await readSms(ledger);
    expect(await readSms(ledger, '+12025550198')).toBe('111111');
    expect(await ledger.readNewestCode('email', '+12025550199')).toBe('111111');
    expect(waits).toEqual([]);
  });

  it('is the previous code if no newer code arrives', async () => {
    const { ledger, waits } = createLedger(['111111']);
    await readSms(ledger);
    expect(await readSms(ledger)).toBe('111111');
    // A newer code usually arrives within about 2 s.
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(2100);
  });

  it('can be the previous code without a wait if the source always returns the same code', async () => {
    const { ledger, waits } = createLedger(['111111'], { hasNewCodePerSend: false });
    await readSms(ledger);
    expect(await readSms(ledger)).toBe('111111');
    expect(waits).toEqual([]);
  });
});

describe('an OTP source', () => {
  it('is required for a check that needs a code', async () => {
    const { ledger } = createLedger();
    await expect(readSms(ledger)).rejects.toMatchObject({
      name: 'NotTested',
      causeType: 'settings',
      message: 'needs a source of sms codes',
      fix: 'Set --otp-source, so that the run can read the codes.',
    });
  });

  it('is unusable for a channel, and not read again, after no code arrived for two sends', async () => {
    // The pauses between the reads grow from 100 to 400 ms: 33 reads take about 10 s.
    const READS_PER_SEND = 33;
    const { ledger, reads } = createLedger([null]);
    const reason =
      'no code for the sms send to +12025550199: the source returned no code within 10 s';
    await expect(readSms(ledger)).rejects.toMatchObject({ name: 'RequestError', message: reason });
    for (let count = 0; count < 2; count += 1) {
      await expect(readSms(ledger)).rejects.toMatchObject({
        name: 'UnusableInput',
        problem: { input: 'otpSource', reason },
      });
      expect(reads).toHaveLength(2 * READS_PER_SEND);
    }
    await expect(ledger.readNewestCode('email', 'a@example.com')).rejects.toThrow(
      'returned no code',
    );
    expect(reads).toHaveLength(3 * READS_PER_SEND);
  });

  it('is unusable after it failed for two sends', async () => {
    const { ledger, reads } = createLedger([new Error('closed')]);
    const read = () => ledger.findNewestCode('sms', ['+12025550199']);
    await expect(read()).rejects.toBeInstanceOf(RequestError);
    await expect(read()).rejects.toMatchObject({ name: 'UnusableInput' });
    await expect(read()).rejects.toMatchObject({ name: 'UnusableInput' });
    await expect(readSms(ledger)).rejects.toMatchObject({ name: 'UnusableInput' });
    expect(reads).toHaveLength(2);
  });

  it.each<[string, (ledger: OtpLedger) => Promise<unknown>]>([
    ['the newest code', readSms],
    ['any code', (ledger) => ledger.findNewestCode('sms', ['+12025550199'])],
  ])('stays usable despite failures if it has returned a code: %s', async (_, read) => {
    const { ledger } = createLedger(['111111', null]);
    await read(ledger);
    for (let count = 0; count < 4; count += 1) {
      await expect(readSms(ledger)).rejects.toMatchObject({ name: 'RequestError' });
    }
  });

  it('is read up to five times if the network or the server fails', async () => {
    const failure = new RequestError('the OTP source returns 429');
    const { ledger, reads, waits } = createLedger([failure, failure, '123456', failure]);
    expect(await readSms(ledger)).toBe('123456');
    expect(waits).toEqual([200, 400]);
    await expect(readSms(ledger)).rejects.toThrow('the source failed: the OTP source returns 429');
    expect(reads).toHaveLength(3 + 5);
  });

  it('reports the reason of its failure', async () => {
    const { ledger } = createLedger([new Error('no such inbox')]);
    await expect(readSms(ledger)).rejects.toMatchObject({
      name: 'RequestError',
      message: 'no code for the sms send to +12025550199: the source failed: no such inbox',
    });
  });

  it('reports a thrown value that is not an Error', async () => {
    const { ledger } = createLedger([{ thrown: 'no inbox' }]);
    await expect(readSms(ledger)).rejects.toMatchObject({
      message: 'no code for the sms send to +12025550199: the source failed: no inbox',
    });
  });
});

describe('§8 sends', () => {
  const entry = { channel: 'sms', destination: '+12025550199', clientId: 'app', at: 1000 } as const;

  const respond = (status: number) => () => Promise.resolve(createResponse({ status }));
  const failWith = (code: string) => () =>
    Promise.reject(new RequestError('no response', { code }));

  it('are counted and limited by the budget', async () => {
    const { ledger, budget } = createLedger();
    await ledger.countSend(respond(200));
    await ledger.countSend(respond(200));
    expect(budget.spent.otpSends).toEqual({ used: 2, limit: 2 });
    await expect(ledger.countSend(respond(200))).rejects.toThrow(
      'the limit of 2 one-time passwords is reached. Increase --max-otp-sends',
    );
  });

  it('are not counted if they are refused or do not arrive', async () => {
    const countSends = async (send: () => Promise<HttpResponse>) => {
      const { ledger, budget } = createLedger();
      await ledger.countSend(send).catch(() => undefined);
      return budget.spent.otpSends.used;
    };
    expect(await countSends(respond(400))).toBe(0);
    expect(await countSends(failWith('ECONNREFUSED'))).toBe(0);
    expect(await countSends(respond(500))).toBe(1);
    expect(await countSends(failWith('ECONNRESET'))).toBe(1);
  });

  it('are listed in the order of creation', () => {
    const { ledger } = createLedger();
    ledger.recordSend(entry);
    ledger.recordSend({ ...entry, at: 2000 });
    expect(ledger.entries.map(({ at }) => at)).toEqual([1000, 2000]);
  });

  it('are postponed until the rate limit expires', () => {
    const { ledger } = createLedger();
    expect(ledger.mustWait(entry)).toBe(false);
    ledger.recordSend(entry);
    ledger.recordSend({ ...entry, destination: '+12025550111' });
    ledger.recordRefusedSend({ ...entry, until: 5000 });
    expect(ledger.mustWait({ ...entry, at: 4999 })).toBe(true);
    expect(ledger.mustWait({ ...entry, at: 5000 })).toBe(false);
    expect(ledger.mustWait({ ...entry, clientId: 'other' })).toBe(false);
    expect(ledger.mustWait({ ...entry, channel: 'email' })).toBe(false);
    expect(ledger.mustWait({ ...entry, destination: '+12025550100' })).toBe(false);
  });

  it('are postponed for all destinations if the first send to a new destination was rate-limited', () => {
    const { ledger } = createLedger();
    ledger.recordSend({ ...entry, destination: '+12025550111' });
    ledger.recordRefusedSend({ ...entry, until: 5000 });
    expect(ledger.mustWait({ ...entry, destination: '+12025550100' })).toBe(true);
  });
});
