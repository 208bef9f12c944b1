import { describe, expect, it } from 'vitest';

import { sendRequest, createWallet, useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();

/** Reads a sample, such as `name{label="value"}`; 0 if it is missing. */
async function readSample(nameAndLabels: string): Promise<number> {
  const { body } = await sendRequest(`${sandbox.url}/sandbox/metrics`);
  const line = String(body)
    .split('\n')
    .find((candidate) => candidate.startsWith(`${nameAndLabels} `));
  return Number(line?.slice(nameAndLabels.length) ?? 0);
}

describe('getMetrics', () => {
  it('returns the Prometheus text format, with process metrics', async () => {
    const { status, headers, body } = await sendRequest(`${sandbox.url}/sandbox/metrics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of String(body)
      .split('\n')
      .filter((candidate) => candidate !== '')) {
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) \w+ .+|[a-z_]\w*(?:\{.*\})? (?:-?[\d.e+-]+|NaN))$/i,
      );
    }
    expect(body).toContain('\nprocess_resident_memory_bytes ');
    expect(body).toContain('\nflagbearer_store_up{engine="memory"} 1\n');
  });

  it('counts requests by operation and outcome', async () => {
    const acceptedCounter =
      'flagbearer_requests_total{area="service",operation="getUser",status="200",outcome="accepted"}';
    const refusedCounter =
      'flagbearer_requests_total{area="service",operation="getUser",status="401",outcome="bearer"}';
    const before = [await readSample(acceptedCounter), await readSample(refusedCounter)];
    const client = (await sandbox.workspace()).client();
    const { body } = await client.signIn(createWallet());
    await client.readUser(body.sessionJwt);
    await client.readUser('not-a-session');
    const after = [await readSample(acceptedCounter), await readSample(refusedCounter)];
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1]);
  });

  it('measures the duration of requests by operation', async () => {
    const name = 'flagbearer_service_request_duration_seconds';
    await (await sandbox.workspace()).client().sendEmail('times@example.test');
    const requests = await readSample(`${name}_count{operation="sendEmailOtp"}`);
    expect(requests).toBeGreaterThan(0);
    expect(await readSample(`${name}_bucket{le="+Inf",operation="sendEmailOtp"}`)).toBe(requests);
    expect(await readSample(`${name}_bucket{le="10",operation="sendEmailOtp"}`)).toBe(requests);
  });

  it('has no label with client input', async () => {
    const mark = 'a-mark-of-the-caller';
    await sendRequest(`${sandbox.url}/${mark}?${mark}`, { headers: { 'service-client-id': mark } });
    await sendRequest(`${sandbox.url}/w/${mark}/sandbox/health`);
    const { body } = await sendRequest(`${sandbox.url}/sandbox/metrics`);
    expect(body).not.toContain(mark);
  });

  it('is available only at the root, since it covers the whole process', async () => {
    const { status } = await (await sandbox.workspace()).control('/metrics');
    expect(status).toBe(404);
  });
});
