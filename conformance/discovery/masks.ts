/** Detects the userMask and the templates of masked numbers and addresses (§2.4 to §2.6). */
import { findUserMask } from '../responses/fields.ts';
import { createInapplicable } from '../check-errors.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { inferEmailTemplate, inferPhoneTemplate } from './mask-templates.ts';

const ENOUGH_SAMPLES = 3;
const METHOD_PATTERN = /^[A-Z][A-Z0-9_]{0,31}$/;
const MAX_METHODS = 16;

export const masksProbes: ProbeGroup = {
  name: 'masks',
  needs: ['wallet.addOwned', 'otp.email.maxAttempts'],
  sends: ['sms', 'email'],
  probes: [
    probe(['userMask.absent'], async (t) => {
      if (!t.createsUsers)
        throw createInapplicable('the deployment creates no users for new wallets');
      const { response } = await t.signIn();
      t.ctx.knowledge.observations.recordSignIn(response, null);
      const userMask = findUserMask(response.body);
      const phoneMask = userMask?.['phoneMask'];
      if (userMask === null) t.leaveOpen('userMask.absent', 'A sign-in returned no userMask.');
      else if (phoneMask === undefined) t.decide('userMask.absent', 'omit', response);
      else if (phoneMask === null) t.decide('userMask.absent', 'null', response);
      else if (phoneMask === '') t.decide('userMask.absent', 'empty', response);
      else {
        const seen = 'The phoneMask of a new user is neither missing, null nor empty.';
        t.leaveOpen('userMask.absent', seen);
      }
    }),
    probe(['masks.phone'], async (t) => {
      await signInWithNumbers(t);
      const samples = t.ctx.knowledge.observations.listMasks('sms');
      const template = inferPhoneTemplate(samples);
      if (template !== null) t.decide('masks.phone', template, samples[0]?.response ?? null);
      else t.leaveOpen('masks.phone', describeSamples(samples.length));
    }),
    probe(['masks.email'], async (t) => {
      const samples = t.ctx.knowledge.observations.listMasks('email');
      const template = inferEmailTemplate(samples);
      if (template !== null) t.decide('masks.email', template, samples[0]?.response ?? null);
      else t.leaveOpen('masks.email', describeSamples(samples.length));
    }),
    probe(['userMask.preferredMfaMethods'], async (t) => {
      const { mfaMethods } = t.ctx.knowledge.observations;
      const methods = [...mfaMethods.keys()];
      const [response] = mfaMethods.values();
      if (response === undefined) {
        t.leaveOpen('userMask.preferredMfaMethods', 'No preferredMfaMethod was returned.');
      } else if (methods.every((method) => METHOD_PATTERN.test(method))) {
        t.decide('userMask.preferredMfaMethods', methods.slice(0, MAX_METHODS), response);
      } else {
        t.leaveOpen('userMask.preferredMfaMethods', `Values seen: ${methods.join(', ')}.`);
      }
    }),
  ],
};

/** Signs in declared accounts with a number until enough masks of numbers were seen. */
async function signInWithNumbers(t: Probing): Promise<void> {
  const { observations } = t.ctx.knowledge;
  const declared = t.ctx.identities.listAccounts(
    ({ privateKey, phoneNumber }) => privateKey !== null && phoneNumber !== null,
  );
  for (const account of declared) {
    if (observations.listMasks('sms').length >= ENOUGH_SAMPLES) return;
    const { response } = await t.signInAs(account);
    observations.recordSignIn(response, account.phoneNumber);
  }
}

function describeSamples(count: number): string {
  return count === 0
    ? 'No mask was returned.'
    : `The ${count} masks seen do not determine a template.`;
}
