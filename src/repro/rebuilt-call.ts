/** A recorded call as it was sent: what the journal has left out is put back from the sandbox. */
import type { RecordedCall } from '../contract/repro.gen.ts';
import { REDACTED } from '../redaction/marker.ts';
import { NotRebuilt } from './not-rebuilt.ts';
import { clientSecretOf, tokenOf } from './rebuilt-credentials.ts';
import { signatureFor, withCode } from './rebuilt-proofs.ts';
import type { ReplaySandbox } from './replay-sandbox.ts';

export interface RebuiltCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | undefined;
  /** What had to be assumed, and may be why an answer differs. */
  readonly assumed: readonly string[];
}

/** Headers that belong to a connection, or to the bytes of a body that is written anew. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'upgrade',
  'trailer',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
]);

type Fields = Readonly<Record<string, unknown>>;

/** @throws NotRebuilt where something is missing that nothing here can tell */
export async function rebuiltCall(
  call: RecordedCall,
  sandbox: ReplaySandbox,
): Promise<RebuiltCall> {
  const { request, outcome } = call;
  const { method, path } = request;
  if (outcome === 'aborted') {
    throw new NotRebuilt(
      'its caller went away before the answer, so what it had done is not known',
    );
  }
  if (request.bodyOmitted === 'notJson' || request.bodyOmitted === 'tooLarge') {
    throw new NotRebuilt(`its body is not in the journal (${request.bodyOmitted})`);
  }
  const assumed: string[] = [];
  const headers = await headersOf(call, sandbox, assumed);
  const body = await bodyOf(call, sandbox, assumed);
  const query = queryOf(request.query);
  // What is sent is not looked at encoded: that would hide the mark.
  const sent = {
    path,
    query: JSON.stringify(request.query),
    body: JSON.stringify(body),
    ...headers,
  };
  const left = Object.entries(sent).find(([, text]) => text?.includes(REDACTED));
  if (left !== undefined) {
    throw new NotRebuilt(`a secret in its ${left[0]} is not in the journal`);
  }
  return {
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers,
    // A body that nobody has read may be any.
    body: request.bodyOmitted === 'notRead' ? '{}' : JSON.stringify(body),
    assumed,
  };
}

function queryOf(query: Fields): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

async function headersOf(
  call: RecordedCall,
  sandbox: ReplaySandbox,
  assumed: string[],
): Promise<Record<string, string | string[]>> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(call.request.headers)) {
    if (OWN_HEADERS.has(name)) continue;
    headers[name] = [value].flat().map(String);
  }
  if (isHidden(headers['service-client-secret'])) {
    headers['service-client-secret'] = await clientSecretOf(call, sandbox);
  }
  if (isHidden(headers['authorization'])) {
    headers['authorization'] = `Bearer ${await tokenOf(call, sandbox, assumed)}`;
  }
  // What the contract does not name is not in the journal, and no answer depends on it.
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => !isHidden(value)));
}

function isHidden(value: unknown): boolean {
  return [value].flat().includes(REDACTED);
}

async function bodyOf(
  call: RecordedCall,
  sandbox: ReplaySandbox,
  assumed: string[],
): Promise<unknown> {
  const { body } = call.request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  switch (call.operation) {
    case 'authenticateWallet':
      return body['signature'] === REDACTED
        ? { ...body, signature: await signatureFor(call, body, sandbox, assumed) }
        : body;
    case 'authenticateSmsOtp':
      return withCode(call, body, 'sms', sandbox, assumed);
    case 'authenticateEmailOtp':
      return withCode(call, body, 'email', sandbox, assumed);
    default:
      return body;
  }
}
