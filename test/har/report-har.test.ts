import { describe, expect, it } from 'vitest';

import { createReportHar } from '../../src/reporting/forms/har.ts';
import { hostileReport, sampleReport } from '../reporting/sample-report.ts';
import { listHarErrors } from './har-schema.ts';

describe('the report of conform as an HTTP archive', () => {
  it.each([
    ['a report', sampleReport],
    ['a report with hostile texts', hostileReport],
  ])('is valid for %s', (_, report) => {
    expect(listHarErrors(JSON.parse(JSON.stringify(createReportHar(report))))).toEqual([]);
  });

  it('contains the target of a redirect', () => {
    const [result] = sampleReport.results.filter(({ evidence }) => evidence.length > 0);
    const { request } = result!.evidence[0]!;
    const response = { status: 308, headers: { location: '/v2' }, body: '', durationMs: 1 };
    const report = {
      ...sampleReport,
      results: [{ ...result!, evidence: [{ request, response }] }],
    };
    expect(createReportHar(report).log.entries[0]?.response.redirectURL).toBe('/v2');
  });

  it('contains each exchange of the evidence with its check, and omits request bodies that have masked parts', () => {
    const { entries } = createReportHar(sampleReport).log;
    const evidence = sampleReport.results.flatMap((result) => result.evidence);
    expect(entries).toHaveLength(evidence.length);
    const [first] = sampleReport.results.filter((result) => result.evidence.length > 0);
    expect(entries[0]?.comment).toBe(`${first?.verdict} ${first?.id}`);
    const texts = entries.flatMap(({ request }) => request.postData?.text ?? []);
    expect(texts).not.toEqual([]);
    expect(texts.join('\n')).not.toMatch(/<(session JWT|signature|one-time password)>/);
  });
});
