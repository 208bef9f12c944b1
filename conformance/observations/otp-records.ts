/** The phone and email records in the responses of the two pairs of requests (§2.5, §2.6). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { fieldsOrNull, type Fields } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../outcomes.ts';
import type { Reply } from '../target/http-request.ts';
import { otpWords, validAuthentication, validSend } from './otp-pair.ts';

export interface GivenRecord {
  readonly record: Fields;
  readonly reply: Reply;
  readonly destination: string;
}

/**
 * The phone or email record in each response of the pair that has it (§2.5, §2.6).
 *
 * @throws NotTested where none has, which is another rule's finding (§4.5, §4.7)
 */
export async function givenRecords(t: Attempt, channel: OtpChannel): Promise<GivenRecord[]> {
  const given: GivenRecord[] = [];
  const { reply, destination } = await validSend(t, channel);
  const ofSend = recordIn(reply, channel);
  if (ofSend !== null) given.push({ record: ofSend, reply, destination });
  try {
    const { sent, reply } = await validAuthentication(t, channel);
    const { destination } = sent;
    const ofAuthenticate = recordIn(reply, channel);
    if (ofAuthenticate !== null) given.push({ record: ofAuthenticate, reply, destination });
  } catch (error) {
    // One response is enough.
    if (!(error instanceof NotTested) || given.length === 0) throw error;
  }
  if (given.length === 0) {
    throw new NotTested(`needs a response with ${otpWords[channel].recordId}`, 'dialect');
  }
  return given;
}

/** The record in an accepted response, if it has any part of it (§2.5, §2.6). */
export function recordIn({ accepted, body }: Reply, channel: OtpChannel): Fields | null {
  const fields = accepted ? fieldsOrNull(body) : null;
  const { recordId, mask } = otpWords[channel];
  return fields !== null && (recordId in fields || mask in fields) ? fields : null;
}

export function holdsRecord(reply: Reply, channel: OtpChannel): boolean {
  const record = recordIn(reply, channel);
  const { recordId, mask } = otpWords[channel];
  return record !== null && isText(record[recordId]) && isText(record[mask]);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
