import { findText, toFields } from '../responses/fields.ts';
import type { RunContext } from '../run-context.ts';
import { otpNames, otpOperations } from '../actors/operations.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { HttpResponse } from '../target/http-request.ts';

export interface CodeSignIn {
  /** Phone number or email address to which the code was sent. */
  readonly destination: string;
  readonly response: HttpResponse;
}

/**
 * Lists the accepted sign-ins by code in this run, except requests that name two destinations, and responses
 * without a JSON object, such as truncated ones.
 */
export function listCodeSignIns(
  { responses }: Pick<RunContext, 'responses'>,
  channel: OtpChannel,
): readonly CodeSignIn[] {
  const { send, authenticate } = otpOperations[channel];
  const names = otpNames[channel];
  const destinationsByRecord = new Map<string, string>();
  return responses.flatMap((response) => {
    const { accepted, body, request } = response;
    const named = findText(request.body, names.destination);
    if (accepted && request.operation === send) {
      const record = findText(body, names.recordId);
      if (record !== null && named !== null) destinationsByRecord.set(record, named);
    }
    if (!accepted || request.operation !== authenticate || toFields(body) === null) return [];
    const record = findText(request.body, names.recordId);
    const ofRecord = record === null ? named : (destinationsByRecord.get(record) ?? null);
    const destination = named ?? ofRecord;
    return destination === null || destination !== ofRecord ? [] : [{ destination, response }];
  });
}
