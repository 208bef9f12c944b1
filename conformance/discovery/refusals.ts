/** Detects statuses and bodies of refusals, each with a single cause (§7). */
import { parseMediaType } from '../responses/json-response.ts';
import { toFields, type Fields } from '../responses/fields.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import {
  type HttpRequest,
  type HttpResponse,
  withField,
  withHeader,
  withoutField,
  withoutHeader,
  withRaw,
  withSecret,
} from '../target/http-request.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { decideStatusByRequest } from './refusal-status.ts';

function createValidStart(t: Probing): HttpRequest {
  t.requireAccepted('startWalletAuth');
  const { app } = t;
  return app.createStartRequest(t.getFields(t.pickStartableWallet()));
}

const bodiesProbe = probe(
  [
    'errors.body',
    'errors.status.clientCredentials',
    'errors.status.schema',
    'errors.status.malformed',
  ],
  async (t) => {
    const start = createValidStart(t);
    const wrongSecret = `${start.headers['service-client-secret']}-wrong`;
    const refusals = [
      await decideStatusByRequest(t, 'clientCredentials', withSecret(start, wrongSecret)),
      await decideStatusByRequest(t, 'schema', withoutField(start, 'walletAddress')),
      await decideStatusByRequest(t, 'malformed', withRaw(start, '{"walletAddress": ')),
    ];
    const [shape, ...others] = [...new Set(refusals.map(detectErrorShape))];
    const [first] = refusals;
    if (shape && others.length === 0) t.decide('errors.body', shape, first ?? null);
    else
      t.recordInconclusive(
        'errors.body',
        [...new Set(refusals.map(describeRefusalBody))].join(' '),
      );
  },
);

/** Returns the dialect value for the shape of an error body (§7); null for an unknown shape. */
function detectErrorShape({ body, text, headers }: HttpResponse) {
  if (text === '') return 'empty';
  const fields = toFields(body);
  if (fields === null) return null;
  // RFC 9457, section 3: every member is optional; the media type identifies a problem document.
  const mediaType = parseMediaType(headers['content-type'] ?? '');
  if (mediaType === 'application/problem+json') return 'problem';
  if (isError(fields)) return 'flat';
  const error = toFields(fields['error']);
  return error !== null && isError(error) ? 'nested' : null;
}

function isError({ code, message, details }: Fields): boolean {
  const hasDetails = details === undefined || Array.isArray(details);
  return typeof code === 'string' && typeof message === 'string' && hasDetails;
}

function describeRefusalBody(refusal: HttpResponse): string {
  const body = toFields(refusal.body);
  const names = body === null ? null : Object.keys(body).toSorted().join(', ');
  if (names !== null)
    return `${refusal.status} with an ${names ? `object of ${names}` : 'empty object'}.`;
  if (refusal.text === '') return `${refusal.status} with no body.`;
  const mediaType = parseMediaType(refusal.headers['content-type'] ?? '');
  return `${refusal.status} with ${mediaType || 'a text'}.`;
}

const signatureProbe = probe(['errors.status.signature'], async (t) => {
  t.requireAccepted('authenticateWallet');
  const { fields, challenge } = await t.start();
  const wrong = SigningWallet.create().sign(challenge);
  await decideStatusByRequest(t, 'signature', t.app.createSignInRequest(fields, wrong));
});

/** Detects the refusal of a wallet that can sign in but has not requested a challenge. */
const unknownChallengeProbe = probe(['errors.status.challengeUnknown'], async (t) => {
  t.requireAccepted('authenticateWallet');
  const wallet = t.createsUsers ? SigningWallet.create() : (await t.addNewWallet()).added;
  const request = t.app.createSignInRequest(t.getFields(wallet), wallet.sign('no challenge'));
  await decideStatusByRequest(t, 'challengeUnknown', request);
});

const notFoundProbe = probe(['errors.status.notFound'], async (t) => {
  const start = createValidStart(t);
  await decideStatusByRequest(t, 'notFound', {
    ...start,
    operation: null,
    path: start.path.replace(/:start$/, ':stop'),
  });
});

const methodProbe = probe(['errors.status.method'], async (t) => {
  const { body: _, ...start } = withoutHeader(createValidStart(t), 'content-type');
  await decideStatusByRequest(t, 'method', { ...start, operation: null, method: 'GET' });
});

const unknownFieldsProbe = probe(['requests.unknownFields'], async (t) => {
  const response = await t.sendToService(withField(createValidStart(t), 'conformProbe', 'unknown'));
  t.decide('requests.unknownFields', response.accepted ? 'ignore' : 'reject', response);
});

const contentTypeProbe = probe(['requests.contentType', 'errors.status.mediaType'], async (t) => {
  const asText = withHeader(createValidStart(t), 'content-type', 'text/plain');
  const response = await t.sendToService(asText);
  t.decide('requests.contentType', response.accepted ? 'ignore' : 'enforce', response);
  // If the Content-Type is ignored, an unsupported Content-Encoding may cause the same status (RFC 9110, 15.5.16).
  const encoded = withHeader(createValidStart(t), 'content-encoding', 'x-unknown');
  await decideStatusByRequest(t, 'mediaType', response.accepted ? encoded : asText);
});

export const refusalProbes: ProbeGroup = {
  name: 'error responses',
  needs: ['identity.addWalletTarget'],
  sends: [],
  probes: [bodiesProbe, signatureProbe, unknownChallengeProbe, notFoundProbe, methodProbe],
};

export const requestProbes: ProbeGroup = {
  name: 'request formats',
  needs: ['identity.addWalletTarget'],
  sends: [],
  probes: [unknownFieldsProbe, contentTypeProbe],
};
