import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { check, section } from '../define-check.ts';
import { assertAllRejected } from '../hostile-input/cases.ts';
import { withField, type HttpRequest } from '../target/http-request.ts';

const repeatByte = (byte: string, bytes: number) => `0x${byte.repeat(bytes)}`;

/** Values that are not a valid signature in any encoding (§5.3). */
const MALFORMED_SIGNATURES: Readonly<Record<string, string>> = {
  'an empty signature': '',
  'a signature of 0x': '0x',
  'a signature of 65 zeros': repeatByte('00', 65),
  'a signature of 65 bytes 0xFF': repeatByte('ff', 65),
  'a signature of 64 zeros': repeatByte('00', 64),
  'a signature of 65 non-hexadecimal bytes': repeatByte('zz', 65),
  'a signature of 4096 characters': repeatByte('11', 2047),
};

export const malformedSignatures = section('3', 'Malformed signatures', [
  check({
    requirement: '3.wallet.bad-signature-changes-nothing',
    part: 'malformed-signatures',
    title: 'rejects malformed signatures without a server error',
    async run(t) {
      await t.ctx.requireWorking('authenticateWallet');
      const keepsChallenge = t.isDetectedAs('wallet.challenge.onBadSignature', 'keep');
      let request: HttpRequest | undefined;
      for (const [description, signature] of Object.entries(MALFORMED_SIGNATURES)) {
        // With a used challenge, the rejection would not depend on the signature.
        if (request === undefined || !keepsChallenge) request = await t.createSignedRequest();
        await assertAllRejected(t, [
          { description, request: withField(request, 'signature', signature) },
        ]);
      }
    },
  }),
  check({
    requirement: '5.3.wallet.other-signer-refused',
    part: 'zero-address',
    title:
      'rejects every signature for the zero address, which a failed signer recovery may return',
    async run(t) {
      await t.ctx.requireWorking('authenticateWallet');
      const { app } = t;
      const fields = t.getFields(repeatByte('00', 20));
      const signaturesWithoutSigner = [
        repeatByte('00', 65),
        `${repeatByte('00', 64)}1b`,
        `${repeatByte('ff', 64)}1b`,
      ];
      for (const signature of signaturesWithoutSigner) {
        // A bad signature may use up the challenge.
        const started = await t.sendToService(app.createStartRequest(fields));
        if (!started.accepted) return t.assertRejected(started, 'start for the zero address');
        const response = await t.send(app.createSignInRequest(fields, signature));
        assertRejectedWithoutData(t, response, 'a signature without a signer');
      }
    },
  }),
]);
