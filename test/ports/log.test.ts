import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createLog, type LogOptions } from '../../src/ports/log.ts';
import { REDACTED } from '../../src/redaction/marker.ts';
import { replaceTexts } from '../../src/redaction/replace-texts.ts';

let folder: string;
let destination: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  destination = openSync(join(folder, 'log'), 'a');
});

afterEach(() => {
  closeSync(destination);
  rmSync(folder, { recursive: true });
});

function openLog(options: Partial<LogOptions> = {}) {
  return createLog({ level: 'info', pretty: false, destination, ...options });
}

function readOutput(): string {
  return readFileSync(join(folder, 'log'), 'utf8');
}

function readLines(): unknown[] {
  return readOutput()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('createLog', () => {
  it('writes one JSON object per line', async () => {
    const log = await openLog();
    log.info('responded', { operation: 'getUser', status: 200 });
    log.warn('slow');
    await log.flush();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(readLines()).toEqual([
      { level: 'info', time, operation: 'getUser', status: 200, msg: 'responded' },
      { level: 'warn', time, msg: 'slow' },
    ]);
  });

  it('omits entries below its level', async () => {
    const log = await openLog({ level: 'warn' });
    log.info('b');
    log.warn('c');
    log.error('d');
    await log.flush();
    expect(readLines()).toMatchObject([{ msg: 'c' }, { msg: 'd' }]);
  });

  it('writes nothing at the level silent', async () => {
    const log = await openLog({ level: 'silent' });
    log.error('a');
    await log.flush();
    expect(readOutput()).toBe('');
  });

  it('has written all entries after a flush, including entries added during a write', async () => {
    const log = await openLog();
    // The write of 2 MB is not finished when the last entry is added.
    const padding = 'x'.repeat(1_000);
    for (let line = 0; line < 2_000; line += 1) log.info('line', { line, padding });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    log.info('last');
    await log.flush();
    expect(readLines()).toHaveLength(2_001);
    await log.flush();
    expect(readLines()).toHaveLength(2_001);
  });

  it('writes entries soon without a flush', async () => {
    const log = await openLog();
    log.info('here');
    await expect.poll(readOutput).toContain('here');
  });

  it('masks secrets', async () => {
    const log = await openLog();
    const err = Object.assign(new Error('refused'), { request: { otp: '987654' } });
    log.info('sent', { headers: { authorization: 'Bearer 987654' }, body: { otp: '987654' } });
    log.error('failed', { err });
    await log.flush();
    expect(readOutput()).not.toContain('987654');
    expect(readLines()).toMatchObject([
      { headers: { authorization: REDACTED }, body: { otp: REDACTED } },
      { err: { type: 'Error', message: 'refused', stack: expect.stringContaining('refused') } },
    ]);
  });

  it('masks secrets with the function `mask`, also in the line of a request', async () => {
    const mask = <Value>(value: Value): Value =>
      replaceTexts(value, (text) => text.replaceAll('tok-987654', '${TOKEN}'));
    const log = await openLog({ mask });
    log.info('sent tok-987654', { note: 'tok-987654', err: new Error('no tok-987654') });
    log.logRequest({
      method: 'GET',
      path: '/sandbox/tok-987654',
      status: 404,
      requestId: 'r-1',
      workspace: 'tok-987654',
      operation: undefined,
      client: undefined,
      outcome: 'notFound',
      clause: undefined,
      fault: undefined,
      chaos: [],
      durationMs: 1,
    });
    await log.flush();
    expect(readOutput()).not.toContain('987654');
    expect(readLines()).toMatchObject([
      { note: '${TOKEN}', msg: 'sent ${TOKEN}' },
      { workspace: '${TOKEN}', durationMs: 1, msg: 'GET /sandbox/${TOKEN} 404' },
    ]);
  });

  it('writes readable text with the option `pretty`', async () => {
    const log = await openLog({ pretty: true });
    log.info('responded', { operation: 'getUser', otp: '987654' });
    await log.flush();
    expect(readOutput()).toContain('INFO');
    expect(readOutput()).toContain('responded');
    expect(readOutput()).toContain('getUser');
    expect(readOutput()).not.toContain('987654');
  });

  it('drops entries without an exception if the output is not writable', async () => {
    // The log closes this file.
    const readOnly = openSync(join(folder, 'log'), 'r');
    const log = await openLog({ destination: readOnly });
    log.info('lost', { padding: 'x'.repeat(5_000) });
    // The write has already started, so it fails before `stat` ends.
    await stat(folder);
    await log.flush();
    expect(readOutput()).toBe('');
  });
});
