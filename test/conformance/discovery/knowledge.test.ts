/** The detected and assumed values of dialect keys, and observations for later probes. */
import { describe, expect, it } from 'vitest';
import { NotTested } from '../../../conformance/check-errors.ts';
import { Knowledge } from '../../../conformance/discovery/knowledge.ts';
import { Observations } from '../../../conformance/discovery/observations.ts';
import type { Exchange } from '../../../conformance/outcome.ts';
import { describeDetection, dialectKeys } from '../../../src/dialect/keys.ts';
import { createResponse } from '../create-response.ts';

const createExchange = (url: string): Exchange => ({
  request: { method: 'GET', url, headers: {} },
  response: null,
});

describe('a dialect key', () => {
  const KEY = 'user.path';

  it('has its default until it is detected', () => {
    const knowledge = new Knowledge();
    expect([knowledge.isDetected(KEY), knowledge.dialect.user.path]).toEqual([false, '/user']);
    knowledge.decide(KEY, '/me', createExchange('/me'));
    expect([knowledge.isDetected(KEY), knowledge.dialect.user.path]).toEqual([true, '/me']);
    expect(knowledge.evidence).toEqual({ [KEY]: createExchange('/me') });
    knowledge.decide(KEY, '/you', null);
    expect([knowledge.dialect.user.path, knowledge.evidence]).toEqual(['/you', {}]);
  });

  it('can be assumed until it is detected', () => {
    const knowledge = new Knowledge();
    knowledge.assume(KEY, '/me');
    expect([knowledge.isDetected(KEY), knowledge.dialect.user.path]).toEqual([false, '/me']);
    knowledge.decide(KEY, '/you', null);
    knowledge.assume(KEY, '/me');
    expect(knowledge.dialect.user.path).toBe('/you');
  });

  it('can be reset after it was detected', () => {
    const knowledge = new Knowledge();
    knowledge.decide(KEY, '/me', null);
    knowledge.forget(KEY);
    expect([knowledge.isDetected(KEY), knowledge.dialect.user.path]).toEqual([false, '/user']);
    knowledge.assume(KEY, '/me');
    knowledge.forget(KEY);
    expect(knowledge.dialect.user.path).toBe('/me');
  });

  it('has the last recorded observation and missing setting while it is unknown', () => {
    const knowledge = new Knowledge();
    const getObservation = () =>
      knowledge.toDiscoveredDialect().openQuestions.find(({ key }) => key === KEY)?.evidence ??
      null;
    const { observable } = dialectKeys.find(({ key }) => key === KEY) ?? {};
    const method = `Not detected by this method: ${observable}`;
    expect([getObservation(), knowledge.findPreconditionError(KEY)]).toEqual([method, null]);
    const missingSetting = new NotTested('needs accounts', 'settings');
    knowledge.recordUndetected(KEY, 'No account is declared.', missingSetting);
    expect(getObservation()).toBe('No account is declared.');
    expect(knowledge.findPreconditionError(KEY)).toBe(missingSetting);
    knowledge.recordUndetected(KEY, 'No user read was accepted.');
    expect([getObservation(), knowledge.findPreconditionError(KEY)]).toEqual([
      'No user read was accepted.',
      null,
    ]);
    knowledge.recordUndetected(KEY, 'No account is declared.', missingSetting);
    knowledge.decide(KEY, '/me', null);
    knowledge.recordUndetected(KEY, 'The key is already decided.', missingSetting);
    expect([getObservation(), knowledge.findPreconditionError(KEY)]).toEqual([null, null]);
    knowledge.forget(KEY);
    expect(getObservation()).toBe(method);
  });
});

describe('the result of discovery', () => {
  it('is a dialect document of the known keys and a question for each unknown key', () => {
    const knowledge = new Knowledge();
    knowledge.decide('user.path', '/me', createExchange('/me'));
    knowledge.decide('wallet.variant', 'type', null);
    knowledge.assume('user.envelope', 'data');
    const { document, openQuestions } = knowledge.toDiscoveredDialect();
    expect(document.values).toEqual({ wallet: { variant: 'type' }, user: { path: '/me' } });
    expect(Object.keys(document.values ?? {})).toEqual(['wallet', 'user']);
    expect(document).toMatchObject({
      version: 1,
      evidence: { 'user.path': createExchange('/me') },
    });
    const unknown = dialectKeys.filter(({ key }) => !['user.path', 'wallet.variant'].includes(key));
    expect(document.unknown).toEqual(unknown.map(({ key }) => key));
    expect(openQuestions).toEqual(
      unknown.map((dialectKey) => ({
        key: dialectKey.key,
        clause: dialectKey.clause,
        question: dialectKey.description,
        evidence: describeDetection(dialectKey),
      })),
    );
  });

  it('has no questions if every key is known', () => {
    const knowledge = new Knowledge();
    for (const { key, default: value } of dialectKeys) knowledge.decide(key, value, null);
    const { document, openQuestions } = knowledge.toDiscoveredDialect();
    expect(document).not.toHaveProperty('unknown');
    expect([document.evidence, openQuestions]).toEqual([{}, []]);
  });
});

describe('the observations of a run', () => {
  const createRecordResponse = (mask: unknown) =>
    createResponse({ text: JSON.stringify({ phoneMask: mask, emailMask: mask }) });

  it('contain each mask of a destination once', () => {
    const observations = new Observations();
    for (const [channel, destination, mask] of [
      ['sms', 'a', '*a'],
      ['sms', 'a', '*a'],
      ['sms', 'a', '**a'],
      ['sms', 'b', '*a'],
      ['sms', 'b', ''],
      ['sms', 'b', null],
      ['email', 'a', '*a'],
    ] as const) {
      observations.recordMask(channel, destination, createRecordResponse(mask));
    }
    const listMasks = (channel: 'sms' | 'email') =>
      observations.masks[channel].map(({ original, mask }) => `${original} ${mask}`);
    expect([listMasks('sms'), listMasks('email')]).toEqual([['a *a', 'a **a', 'b *a'], ['a *a']]);
  });

  it('contain the first sign-in with each preferredMfaMethod, and the phoneMask of a known number', () => {
    const observations = new Observations();
    const createSignIn = (userMask: unknown) =>
      createResponse({ text: JSON.stringify({ userMask }) });
    const firstSmsSignIn = createSignIn({ preferredMfaMethod: 'OTP_SMS', phoneMask: '*1' });
    observations.recordSignIn(createSignIn(null), '+1');
    observations.recordSignIn(createSignIn({ preferredMfaMethod: 1, phoneMask: 2 }), '+1');
    observations.recordSignIn(firstSmsSignIn, null);
    observations.recordSignIn(
      createSignIn({ preferredMfaMethod: 'OTP_SMS', phoneMask: '*2' }),
      '+2',
    );
    observations.recordSignIn(createSignIn({ preferredMfaMethod: 'TOTP' }), '+3');
    expect([...observations.mfaMethods.keys()]).toEqual(['OTP_SMS', 'TOTP']);
    expect(observations.mfaMethods.get('OTP_SMS')).toBe(firstSmsSignIn);
    expect(observations.masks.sms.map(({ original, mask }) => [original, mask])).toEqual([
      ['+2', '*2'],
    ]);
  });
});
