/** The reasons of open points: contradicted values, keys without effect, and keys that could not be detected. */
import { expect, it } from 'vitest';
import { Skipped } from '../../../conformance/check-errors.ts';
import { Knowledge } from '../../../conformance/discovery/knowledge.ts';
import { judgeOpenPoints } from '../../../conformance/discovery/open-points.ts';
import type { CheckResult } from '../../../conformance/outcome.ts';
import type { DialectDocument } from '../../../src/dialect/dialect.ts';
import { createPlainSettings } from '../plain-settings.ts';

function judgePoint(
  id: string,
  knowledge: Knowledge,
  dialect: DialectDocument | null = null,
): CheckResult | undefined {
  const settings = createPlainSettings('http://a.test', { only: [id], dialect });
  return judgeOpenPoints({ knowledge, settings }).find((result) => result.id === id);
}

it('a failure names the contradicted key, both values, and what was expected', () => {
  const knowledge = new Knowledge();
  knowledge.decide('user.path', '/user', null);
  const dialect = { version: 1, values: { user: { path: '/v1/user' } } } as const;
  expect(judgePoint('4.8.path', knowledge, dialect)).toMatchObject({
    verdict: 'fail',
    title: 'behaves as the dialect file declares',
    reason: 'user.path: declared "/v1/user", observed "/user".',
  });
});

it('a key without effect has the verdict observed, and the reason names the value that disables it', () => {
  const knowledge = new Knowledge();
  knowledge.decide('limits.sends', 'none', null);
  knowledge.decideInapplicable('errors.status.rateLimited');
  expect(judgePoint('7.errors.status-rate', knowledge)).toMatchObject({
    verdict: 'observed',
    reason: 'errors.status.rateLimited is not used, because limits.sends is "none"',
  });
});

it('no setting is suggested if detection could not run', () => {
  const knowledge = new Knowledge();
  const error = new Skipped('sendSmsOtp');
  for (const key of ['otp.sms.identifiedBy', 'otp.sms.codeField']) {
    knowledge.recordUndetected(key, 'Needs sendSmsOtp, which is skipped.', error);
  }
  expect(judgePoint('4.5.request.fields', knowledge)).toMatchObject({
    verdict: 'not-tested',
    reason: 'otp.sms.identifiedBy, otp.sms.codeField: Needs sendSmsOtp, which is skipped.',
  });
  expect(judgePoint('4.5.request.fields', new Knowledge())?.reason).toMatch(
    /: Not detected by this method: .* set otp\.sms\.codeField in a dialect file and pass it with --dialect\.$/,
  );
});
