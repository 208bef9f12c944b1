/** Collects the phone and email records of the OTP responses (§2.5, §2.6). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText, toFields, type Fields } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { observeValidAuthentication, observeValidSend } from './otp-requests.ts';
import { otpNames } from '../actors/operations.ts';

export interface ReturnedRecord {
  readonly record: Fields;
  readonly response: HttpResponse;
  readonly destination: string;
}

/** Returns the records in the responses; throws NotTested if no response contains a record (§4.5, §4.7). */
export async function listReturnedRecords(
  t: Attempt,
  channel: OtpChannel,
): Promise<ReturnedRecord[]> {
  const records: ReturnedRecord[] = [];
  const addRecord = (response: HttpResponse, destination: string) => {
    const record = findRecord(response, channel);
    if (record !== null) records.push({ record, response, destination });
  };
  const { response, destination } = await observeValidSend(t, channel);
  addRecord(response, destination);
  try {
    const authentication = await observeValidAuthentication(t, channel);
    addRecord(authentication.response, authentication.sent.destination);
  } catch (error) {
    // A single response suffices.
    if (!(error instanceof NotTested) || records.length === 0) throw error;
  }
  if (records.length === 0) {
    throw new NotTested(`needs a response with ${otpNames[channel].recordId}`, 'dialect');
  }
  return records;
}

/** Returns the record of an accepted response, even if incomplete; null without one. */
export function findRecord({ accepted, body }: HttpResponse, channel: OtpChannel): Fields | null {
  const fields = accepted ? toFields(body) : null;
  const { recordId, mask } = otpNames[channel];
  return fields !== null && (recordId in fields || mask in fields) ? fields : null;
}

export function containsCompleteRecord(response: HttpResponse, channel: OtpChannel): boolean {
  const record = findRecord(response, channel);
  const { recordId, mask } = otpNames[channel];
  return [recordId, mask].every((name) => (findText(record, name) ?? '') !== '');
}
