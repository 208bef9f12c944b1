import { describe, expect, it } from 'vitest';
import { requirements } from '../../../src/contract/requirements.gen.ts';
import { createReportSarif } from '../../../src/reporting/run-report/report-sarif.ts';
import { hostileReport, sampleReport } from '../sample-report.ts';

const [run] = createReportSarif(sampleReport).runs;
const results = run?.results ?? [];
const { baseline: _, ...reportWithoutBaseline } = sampleReport;

// The types are generated from the schema and ensure the structure. These tests check the values.
describe('the SARIF report', () => {
  it('contains only problems as results', () => {
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['2.2.walletNetwork.other-values-refused', 'warning'],
      ['4.1.request.missing-refused', 'error'],
      ['4.5.otp.wrong-refused', 'error'],
      ['4.8.operation.reads', 'note'],
    ]);
  });

  it('locates each result at the requirement', () => {
    for (const { ruleId, locations } of results) {
      const line = requirements.find(({ id }) => id === ruleId)?.line;
      expect(line).toBeGreaterThan(1);
      expect(locations?.[0]?.physicalLocation).toEqual({
        artifactLocation: { uri: 'openapi/requirements.yaml' },
        region: { startLine: line, startColumn: 1 },
      });
    }
  });

  it('lists each rule once, in the words of the interface', () => {
    const rules = run?.tool.driver.rules ?? [];
    expect(rules).toHaveLength(4);
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
    expect(rules[2]).toMatchObject({
      shortDescription: { text: expect.stringMatching(/^A code that differs from the sent code/) },
      help: { text: expect.stringMatching(/\(MUST, §4\.5 of the interface\)$/) },
      defaultConfiguration: { level: 'error' },
      properties: { clause: '4.5', level: 'MUST' },
    });
  });

  it('has fingerprints that are unique per check and stable between runs', () => {
    const fingerprints = results.map(({ partialFingerprints }) => partialFingerprints);
    expect(new Set(fingerprints.map((hashes) => hashes?.['primaryLocationLineHash'])).size).toBe(4);
    const laterReport = createReportSarif({
      ...sampleReport,
      startedAt: '2026-02-01T00:00:00Z',
      seed: 7,
    });
    expect(laterReport.runs[0]?.results?.map((result) => result.partialFingerprints)).toEqual(
      fingerprints,
    );
    expect(fingerprints[1]).toEqual({
      primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/),
      'flagbearerCheck/v1': '4.1.request.missing-refused',
    });
  });

  it('has suppressions only with a baseline: failures in the baseline are suppressed', () => {
    expect(results.map(({ suppressions }) => suppressions)).toEqual([
      [],
      [],
      [expect.objectContaining({ kind: 'external', status: 'accepted' })],
      [],
    ]);
    const [runWithoutBaseline] = createReportSarif(reportWithoutBaseline).runs;
    expect(runWithoutBaseline?.results?.filter((result) => 'suppressions' in result)).toEqual([]);
  });

  it('contains the time of the run, missing and skipped operations, and the reason for an early end', () => {
    expect(run?.invocations).toEqual([
      {
        executionSuccessful: true,
        exitCode: 1,
        startTimeUtc: '2026-01-15T10:00:00.000Z',
        endTimeUtc: '2026-01-15T10:00:12.345Z',
        toolExecutionNotifications: [
          ...['getUser is not covered: ', 'accounts[failed-tx]: ', '4.8.operation.reads: '].map(
            (text) => ({ level: 'warning', message: { text: expect.stringContaining(text) } }),
          ),
          { level: 'note', message: { text: 'addWalletToUser is out of scope' } },
        ],
      },
    ]);
    const [stopped] = createReportSarif(hostileReport).runs;
    expect(stopped?.invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: expect.arrayContaining([
        expect.objectContaining({ level: 'error' }),
      ]),
    });
  });

  it('has no results if there are no problems', () => {
    expect(createReportSarif({ ...sampleReport, results: [] }).runs[0]).toMatchObject({
      results: [],
    });
  });

  it('escapes links and invisible characters in texts', () => {
    const [hostile] = createReportSarif(hostileReport).runs[0]?.results ?? [];
    expect(hostile?.message.text).toContain(String.raw`\[link\](https`);
    expect(hostile?.message.text).toContain(String.raw`\u{202e}`);
    const notifications = createReportSarif(hostileReport).runs[0]?.invocations?.flatMap(
      ({ toolExecutionNotifications = [] }) => toolExecutionNotifications,
    );
    expect(notifications?.[0]?.message.text).toContain(String.raw`\[link\](https`);
  });
});
