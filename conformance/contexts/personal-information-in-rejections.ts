/** Checks that the rejection of a wrong code contains no personal information (§4.5, §4.7). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { serializeRequest } from '../leaks/places.ts';
import { observeAccounts } from '../observations/accounts.ts';
import { NotTested } from '../check-errors.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { listLeaves } from '../responses/user-search.ts';
import { deriveWrongCode } from '../responses/wrong-codes.ts';
import { otpOperations, otpNames } from '../actors/operations.ts';

/** Minimum number of a user's texts in a leak: a single text, such as a first name, may occur by chance. */
const MIN_TEXTS = 2;
const MIN_LENGTH = 3;
const CONTACT_PATTERN = /^\+?\d{7,15}$|@/;

export async function assertNoPersonalInformation(t: Attempt, channel: OtpChannel): Promise<void> {
  await t.ctx.requireWorking(otpOperations[channel].authenticate);
  const { destination } = otpNames[channel];
  const readAccounts = await observeAccounts(
    t,
    `with ${destination}`,
    (account) => account[destination] !== null,
  );
  const [found] = readAccounts.flatMap(({ account, view }) => {
    const contact = account[destination];
    const values = listTexts(view.personalInformation);
    return contact === null || values.length < MIN_TEXTS ? [] : [{ account, contact, values }];
  });
  if (found === undefined) {
    throw new NotTested(
      'needs an account whose user read shows personal information',
      'environment',
    );
  }
  const { account, contact, values } = found;
  await t.ctx.identities.runExclusively(account, async () => {
    const sent = await t.sendOtp(channel, contact);
    const wrongCode = deriveWrongCode(await t.readCode(sent), 1);
    const response = await t.send(await t.createCodeSubmission(sent, wrongCode));
    assertRejectedWithoutData(t, response, 'a wrong code');
    const responseText = listTexts(response.body).join('\n');
    const requestText = serializeRequest(response.request).toLowerCase();
    const leaked = values.filter(
      (value) => responseText.includes(value) && !requestText.includes(value),
    );
    t.assertNever(
      leaked.length >= MIN_TEXTS || leaked.some((value) => CONTACT_PATTERN.test(value)),
      'expected a rejection of a wrong code without personal information, got personal information of the user',
      response,
    );
  });
}

function listTexts(value: unknown): string[] {
  const texts = listLeaves(value).flatMap((leaf) =>
    typeof leaf.value === 'string' && leaf.value.length >= MIN_LENGTH
      ? [leaf.value.toLowerCase()]
      : [],
  );
  return [...new Set(texts)];
}
