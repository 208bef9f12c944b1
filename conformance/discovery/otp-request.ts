/** Detects what a send returns, the code, and the body and response of authenticate (§4.4 to §4.7). */
import type { Dialect, OtpChannel } from '../../src/dialect/dialect.ts';
import { toFields } from '../responses/fields.ts';
import type { SentOtp } from '../actors/otp-flows.ts';
import { withFields, type HttpRequest, type HttpResponse } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { readCode, recordResponse, detectAuthenticateReturns, createSender } from './otp-steps.ts';
import type { RefusedCode } from './observations.ts';
import { listValuesToTry } from './dialect-values.ts';
import { deriveWrongCode } from '../responses/wrong-codes.ts';
import { describeRefusal } from './refusal-status.ts';
import { isServerError } from '../target/response-kinds.ts';

export const CODE_FIELDS = [
  'otp',
  'code',
  'otpCode',
  'passcode',
  'token',
  'verificationCode',
  'oneTimePassword',
  'pin',
];
const UNKNOWN_FIELD = 'conformProbe';

/** Destinations that never get a code. */
const unknownDestinations = {
  sms: ['+12025550100', '+12125550100'],
  email: ['nobody@example.com', 'noone@example.com'],
} as const;

type IdentifiedBy = Dialect['otp'][OtpChannel]['identifiedBy'];

interface BodyShape {
  readonly identifiedBy: IdentifiedBy;
  readonly codeField: string;
}

interface FoundShape {
  readonly shape: BodyShape;
  readonly response: HttpResponse;
}

export function createRequestProbe(
  channel: OtpChannel,
  isNeeded: (t: Probing) => boolean = () => true,
): Probe {
  const toKey = (name: string) => `otp.${channel}.${name}`;
  const keys = ['sendReturns', 'codeLength', 'identifiedBy', 'codeField', 'authenticateReturns'];
  return probe(keys.map(toKey), async (t) => {
    if (!isNeeded(t)) return;
    const send = await createSender(t, channel);
    const sent = await send();
    if (sent.recordId !== null) t.decide(toKey('sendReturns'), 'record', sent.response);
    else if (toFields(sent.response.body)) decideEmptySend(t, channel, sent.response);
    else t.recordInconclusive(toKey('sendReturns'), 'The response to a send is not a JSON object.');

    const code = await readCode(t, sent);
    if (/^\d{4,10}$/.test(code)) t.decide(toKey('codeLength'), code.length, sent.response);
    else
      t.recordInconclusive(
        toKey('codeLength'),
        'The code from the OTP source is not 4 to 10 digits.',
      );

    const search = new RequestSearch(t, sent, code, send);
    const found = await search.find();
    if (found === null) {
      t.ctx.knowledge.observations.refusedCodes[channel].push(...search.refusedCodes);
      const identifiedBy = sent.recordId === null ? 'destination' : 'recordId';
      assumeBodyShape(t, channel, { identifiedBy, codeField: 'otp' });
      const triedFields = listCodeFields(t, channel).join(', ');
      const observation = `The code from the OTP source was rejected in each of the fields ${triedFields}.`;
      t.recordInconclusive(toKey('identifiedBy'), observation);
      const [first] = search.refusedCodes;
      t.recordInconclusive(toKey('codeField'), observation, ...(first ? [first.response] : []));
      t.recordInconclusive(toKey('authenticateReturns'), 'No code was accepted.');
      return;
    }
    const { shape, response } = found;
    t.decide(toKey('identifiedBy'), shape.identifiedBy, response);
    t.decide(toKey('codeField'), shape.codeField, response);
    const returns = detectAuthenticateReturns(channel, response);
    if (returns !== null) t.decide(toKey('authenticateReturns'), returns, response);
    else {
      const observation =
        'The response has a userMask or a token but no sessionJwt, or is not a JSON object.';
      t.recordInconclusive(toKey('authenticateReturns'), observation);
    }
  });
}

function listCodeFields(t: Probing, channel: OtpChannel): readonly string[] {
  return listValuesToTry(t.ctx.settings.dialect, `otp.${channel}.codeField`, CODE_FIELDS);
}

/** Records that send returns no record, so that authenticate must return it (§4.5, §4.7). */
function decideEmptySend(t: Probing, channel: OtpChannel, response: HttpResponse): void {
  t.decide(`otp.${channel}.sendReturns`, 'empty', response);
  t.decide(`otp.${channel}.identifiedBy`, 'destination', response);
  t.assume(`otp.${channel}.authenticateReturns`, 'sessionAndRecord');
}

/**
 * Searches for the body that is accepted with a correct code. First sends wrong codes for an unknown
 * destination: they invalidate no code, and a correct body is refused differently from an invalid body.
 */
class RequestSearch {
  readonly #t: Probing;
  readonly #unknownSend: SentOtp;
  readonly #sendAgain: () => Promise<SentOtp>;
  #sent: SentOtp;
  #code: string;
  readonly refusedCodes: RefusedCode[] = [];
  /** Whether a refused request may have used up the code. */
  #mayBeConsumed = false;
  /** The rejections of two invalid bodies, by what identifies the send in the body. */
  readonly #invalidRejections = new Map<IdentifiedBy, Promise<ReadonlySet<string>>>();

  constructor(t: Probing, sent: SentOtp, code: string, sendAgain: () => Promise<SentOtp>) {
    this.#t = t;
    this.#sent = sent;
    this.#code = code;
    this.#sendAgain = sendAgain;
    const otherDestination = unknownDestinations[sent.channel].find(
      (name) => name !== sent.destination,
    );
    this.#unknownSend = {
      ...sent,
      destination: otherDestination ?? sent.destination,
      recordId:
        sent.recordId &&
        deriveUnusedId(sent.recordId, t.ctx.unknownIds.next(`unlike ${sent.channel}`)),
    };
  }

  async find(): Promise<FoundShape | null> {
    const shapes = this.#listShapes();
    const untried: BodyShape[] = [];
    for (const shape of shapes) {
      const isLikely = await this.#mayBeAccepted(shape);
      const found = isLikely ? await this.#tryWithOneCode([shape]) : null;
      if (found !== null) return found;
      if (!isLikely) untried.push(shape);
    }
    // Tries the reverse order with another code, because an earlier body may use up the code.
    const found =
      (await this.#tryWithOneCode(untried)) ?? (await this.#tryWithOneCode(untried.toReversed()));
    if (found !== null) return found;
    // If a body with all names is accepted, one of them is correct: tries each body with its own code.
    if (!(await this.#acceptsAllNames())) return null;
    for (const shape of shapes) {
      const foundAlone = await this.#tryWithOneCode([shape]);
      if (foundAlone !== null) return foundAlone;
    }
    return null;
  }

  async #tryWithOneCode(shapes: readonly BodyShape[]): Promise<FoundShape | null> {
    for (const shape of shapes) {
      const response = await this.#try(shape);
      if (response.accepted) return { shape, response };
    }
    this.#mayBeConsumed = true;
    return null;
  }

  /** Returns whether a code is accepted in a body that contains it under every name. */
  async #acceptsAllNames(): Promise<boolean> {
    await this.#renewCode();
    const identifiedBy = this.#sent.recordId === null ? 'destination' : 'both';
    const valid = this.#createRequest({ identifiedBy, codeField: 'otp' }, this.#sent, this.#code);
    const codeFields = listCodeFields(this.#t, this.#sent.channel);
    this.#mayBeConsumed = true;
    return (await this.#t.send(withFields(valid, codeFields, this.#code))).accepted;
  }

  #listShapes(): BodyShape[] {
    const { channel, recordId } = this.#sent;
    const usualKinds: IdentifiedBy[] =
      recordId === null ? ['destination'] : ['recordId', 'destination', 'both'];
    const { dialect } = this.#t.ctx.settings;
    const kinds = listValuesToTry(dialect, `otp.${channel}.identifiedBy`, usualKinds);
    // A record id can be sent only if the send returned it.
    const possibleKinds = kinds.filter((kind) => recordId !== null || kind === 'destination');
    return possibleKinds.flatMap((identifiedBy) =>
      listCodeFields(this.#t, channel).map((codeField) => ({ identifiedBy, codeField })),
    );
  }

  /**
   * Returns whether a body for an unknown destination is accepted, or its rejection differs from those
   * of invalid bodies.
   */
  async #mayBeAccepted(shape: BodyShape): Promise<boolean> {
    const { identifiedBy } = shape;
    const pendingRejections =
      this.#invalidRejections.get(identifiedBy) ?? this.#collectInvalidRejections(identifiedBy);
    this.#invalidRejections.set(identifiedBy, pendingRejections);
    const invalidRejections = await pendingRejections;
    const response = await this.#sendForUnknown(shape);
    if (response.accepted) return true;
    return response.status !== 429 && !invalidRejections.has(describeRefusal(response));
  }

  /** Returns the rejections of two invalid bodies: without fields, and without the code. */
  async #collectInvalidRejections(identifiedBy: IdentifiedBy): Promise<ReadonlySet<string>> {
    const withoutCode = { identifiedBy, codeField: UNKNOWN_FIELD };
    const empty = await this.#t.send({
      ...this.#createRequest(withoutCode, this.#unknownSend, '0'),
      body: {},
    });
    return new Set([empty, await this.#sendForUnknown(withoutCode)].map(describeRefusal));
  }

  #sendForUnknown(shape: BodyShape): Promise<HttpResponse> {
    return this.#t.send(
      this.#createRequest(shape, this.#unknownSend, deriveWrongCode(this.#code, 1)),
    );
  }

  async #renewCode(): Promise<void> {
    if (!this.#mayBeConsumed) return;
    this.#sent = await this.#sendAgain();
    this.#code = await readCode(this.#t, this.#sent);
    this.#mayBeConsumed = false;
  }

  async #try(shape: BodyShape): Promise<HttpResponse> {
    await this.#renewCode();
    const response = await this.#t.send(this.#createRequest(shape, this.#sent, this.#code));
    recordResponse(this.#t, this.#sent, response);
    if (!response.accepted) {
      const isKnownField = await this.#isKnownField(shape, response);
      const { destination } = this.#sent;
      this.refusedCodes.push({ codeField: shape.codeField, destination, isKnownField, response });
    }
    return response;
  }

  /** Returns whether the rejection shows that the name of the code field is correct. */
  async #isKnownField(
    { identifiedBy, codeField }: BodyShape,
    response: HttpResponse,
  ): Promise<boolean> {
    if (response.blockedBy !== null || isServerError(response)) return false;
    const rejections = [...((await this.#invalidRejections.get(identifiedBy)) ?? [])];
    const removeFieldNames = (words: string) =>
      words.replaceAll(codeField, '').replaceAll(UNKNOWN_FIELD, '');
    const rejection = removeFieldNames(describeRefusal(response));
    return rejections.length > 0 && !rejections.map(removeFieldNames).includes(rejection);
  }

  #createRequest(
    shape: BodyShape,
    { app, channel, recordId, destination }: SentOtp,
    code: string,
  ): HttpRequest {
    assumeBodyShape(this.#t, channel, shape);
    return app.createOtpAuthenticateRequest(channel, { recordId, destination, code });
  }
}

function assumeBodyShape(
  t: Probing,
  channel: OtpChannel,
  { identifiedBy, codeField }: BodyShape,
): void {
  t.assume(`otp.${channel}.identifiedBy`, identifiedBy);
  t.assume(`otp.${channel}.codeField`, codeField);
}

/** Matches the 12 digits of a UUID before its version digit. */
const UUID_START = /[0-9a-f]{8}(-?)[0-9a-f]{4}(?=-?(?:[0-9a-f]{4}-?){2}[0-9a-f]{12})/i;

/** Returns an unused id of the same format, derived from a UUID. */
export function deriveUnusedId(id: string, uuid: string): string {
  const otherDigits = uuid.replaceAll('-', '');
  if (UUID_START.test(id)) {
    return id.replace(UUID_START, `${otherDigits.slice(0, 8)}$1${otherDigits.slice(8, 12)}`);
  }
  const digits = BigInt(`0x${otherDigits}`).toString();
  const unused = id.replace(/[0-9]/g, (_, index: number) => digits[index % digits.length] ?? '0');
  if (unused !== id) return unused;
  // If this changed nothing, the last letter or digit is replaced.
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => {
    if (/[0-9]/.test(last)) return last === '0' ? '1' : '0';
    return last === 'a' ? 'b' : 'a';
  });
}
