/** Detects what a second send does to the record and the previous code (§2.5, §2.6, §8). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { submitCode, readCode, requireKnownRequest, createSender, type Send } from './otp-steps.ts';
import { otpNames } from '../actors/operations.ts';

export function createRecordsProbe(channel: OtpChannel): Probe {
  const recordKey = `otp.${channel}.recordId`;
  const outstandingKey = `otp.${channel}.outstanding`;
  return probe([recordKey, outstandingKey], async (t) => {
    const send = await createSender(t, channel);
    const first = await send();
    const firstCode = canAuthenticate(t, channel) ? await readCode(t, first) : null;
    const second = await send();
    compareRecords(t, channel, first.response, second.response);
    // No code can be submitted: throws NotTested with the reason.
    if (firstCode === null) return requireKnownRequest(t, channel);
    const secondCode = await readCode(t, second);

    const firstResponse = await submitCode(t, first, firstCode);
    if (firstResponse.status === 429) {
      t.recordInconclusive(outstandingKey, 'The first of two codes was rejected with 429.');
    } else if (firstCode !== secondCode || isPerSend(t, channel)) {
      t.decide(outstandingKey, firstResponse.accepted ? 'all' : 'latest', firstResponse);
    } else {
      t.recordInconclusive(outstandingKey, 'Both sends produced the same code.');
    }
    const secondResponse = await submitCode(t, second, secondCode);
    // If the send response contains no record, the authenticate response contains the record.
    if (!t.isDetected(recordKey)) await compareWithNextRecord(t, channel, secondResponse, send);
  });
}

function canAuthenticate(t: Probing, channel: OtpChannel): boolean {
  return t.ctx.ledger.source !== null && t.isDetected(`otp.${channel}.codeField`);
}

/** Returns whether a request names the send, so that equal codes are distinguished. */
function isPerSend(t: Probing, channel: OtpChannel): boolean {
  const isRecordPerSend = t.isDetectedAs(`otp.${channel}.recordId`, 'perSend');
  return isRecordPerSend && t.dialect.otp[channel].identifiedBy !== 'destination';
}

function compareRecords(
  t: Probing,
  channel: OtpChannel,
  first: HttpResponse,
  second: HttpResponse,
): void {
  const key = `otp.${channel}.recordId`;
  const name = otpNames[channel].recordId;
  const firstId = findText(first.body, name);
  const secondId = findText(second.body, name);
  if (!firstId || !secondId) return t.recordInconclusive(key, `A response had no ${name}.`);
  t.decide(key, firstId === secondId ? 'perDestination' : 'perSend', second);
}

async function compareWithNextRecord(
  t: Probing,
  channel: OtpChannel,
  first: HttpResponse,
  sendAgain: Send,
): Promise<void> {
  if (findText(first.body, otpNames[channel].recordId) === null) return;
  const sent = await sendAgain();
  const second = await submitCode(t, sent, await readCode(t, sent));
  compareRecords(t, channel, first, second);
}
