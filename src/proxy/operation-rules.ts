/**
 * The rules of openapi/requirements.yaml that traffic is held against: data, which a test compares
 * with that file.
 */
import type { OperationId } from '../contract/words.ts';

interface OperationRules {
  /** What is sent with every call of it; undefined where it has no rule of its own. */
  readonly headers: string | undefined;
  readonly request: string;
  readonly response: string;
}

export const OPERATION_RULES: { readonly [Id in OperationId]: OperationRules } = {
  startWalletAuth: {
    headers: '4.1.headers',
    request: '4.1.request.wallet',
    response: '4.1.response.challenge',
  },
  authenticateWallet: {
    headers: '4.2.headers',
    request: '4.2.request.wallet-and-signature',
    response: '4.2.response.userMask',
  },
  addWalletToUser: {
    headers: '4.3.headers',
    request: '4.3.request.wallet',
    response: '4.3.response.empty',
  },
  sendSmsOtp: {
    headers: '4.4.headers',
    request: '4.4.request.phoneNumber',
    response: '4.4.response',
  },
  authenticateSmsOtp: {
    headers: undefined,
    request: '4.5.request.fields',
    response: '4.5.response.which',
  },
  sendEmailOtp: {
    headers: '4.6.headers',
    request: '4.6.request.emailAddress',
    response: '4.6.response',
  },
  authenticateEmailOtp: {
    headers: undefined,
    request: '4.7.request.fields',
    response: '4.7.response.which',
  },
  getUser: { headers: undefined, request: '4.8.parameters', response: '4.8.response.user' },
};

/** What a deployment has to refuse, said of the client that sent it. */
const FOR_CLIENTS: Readonly<Record<string, string>> = {
  '4.1.request.missing-refused': '4.1.request.wallet',
  '4.2.request.missing-refused': '4.2.request.wallet-and-signature',
  '4.3.request.missing-refused': '4.3.request.wallet',
  '4.4.request.missing-refused': '4.4.request.phoneNumber',
  '4.6.request.missing-refused': '4.6.request.emailAddress',
  '2.2.walletAddress.wrong-type-refused': '2.2.walletAddress.string',
  '2.2.walletNetwork.other-values-refused': '2.2.walletNetwork.both-values',
  '2.2.signature.wrong-type-refused': '2.2.signature.string',
  '2.5.phoneNumber.other-form-refused': '2.5.phoneNumber.international',
  '2.6.emailAddress.wrong-type-refused': '2.6.emailAddress.string',
};

/** @param rule id of the rule that a refusal rests on */
export function ruleForClients(rule: string): string {
  return FOR_CLIENTS[rule] ?? rule;
}

/** Which rule a deployment breaks that accepts what breaks this rule; undefined where it may. */
export function ruleOfAcceptance(rule: string): string | undefined {
  return REFUSED.get(rule);
}

const BODY_IS_JSON = '4.body.request-json';

const REFUSED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(FOR_CLIENTS).map(([refused, rule]) => [rule, refused] as const),
  ...Object.values(OPERATION_RULES).flatMap(({ headers }) =>
    headers === undefined ? [] : [[headers, '5.1.credentials.missing-refused'] as const],
  ),
  [BODY_IS_JSON, BODY_IS_JSON],
  ['2.1.service-client-id.header', '5.1.credentials.missing-refused'],
  ['2.1.service-client-secret.header', '5.1.credentials.missing-refused'],
]);

interface FieldRules {
  readonly missing: string;
  /** It is of another type. */
  readonly type: string;
  /** It is of the type, and looks otherwise. */
  readonly look: string;
}

/** Properties of accepted answers (§2.3 to §2.6). */
export const ANSWER_FIELDS: Readonly<Record<string, FieldRules>> = {
  challenge: {
    missing: '4.1.response.challenge',
    type: '2.3.challenge.string',
    look: '2.3.challenge.phrase-words',
  },
  sessionJwt: {
    missing: '4.2.response.sessionJwt',
    type: '2.4.sessionJwt.jwt',
    look: '2.4.sessionJwt.jwt',
  },
  userMask: {
    missing: '4.2.response.userMask',
    type: '2.4.userMask.object',
    look: '2.4.userMask.object',
  },
  'userMask/id': always('2.4.userMask.id'),
  'userMask/createTime': always('2.4.userMask.createTime'),
  'userMask/updateTime': always('2.4.userMask.updateTime'),
  'userMask/phoneMask': {
    missing: '2.4.userMask.phoneMask-absent',
    type: '2.4.userMask.phoneMask-absent',
    look: '2.5.phoneMask.look',
  },
  'userMask/preferredMfaMethod': {
    missing: '2.4.userMask.preferredMfaMethod',
    type: '2.4.userMask.preferredMfaMethod',
    look: '2.4.userMask.preferredMfaMethod-values',
  },
  phoneId: { ...always('2.5.phoneId.string'), look: '2.5.phoneId.lifetime' },
  phoneMask: { ...always('2.5.phoneMask.last-four'), look: '2.5.phoneMask.look' },
  emailId: { ...always('2.6.emailId.string'), look: '2.6.emailId.lifetime' },
  emailMask: { ...always('2.6.emailMask.masked'), look: '2.6.emailMask.look' },
};

function always(rule: string): FieldRules {
  return { missing: rule, type: rule, look: rule };
}

/** What else is said of answers. */
export const ANSWER_RULES = {
  json: '4.body.response-json',
  requestJson: BODY_IS_JSON,
  acceptedStatus: '4.success.status',
  refusedStatus: '7.errors.status',
  refusedBody: '7.errors.body',
  userNames: '2.7.user.names',
  userParts: '2.7.user.other-parts',
  kycStatus: '2.7.kyc.status-values',
  flagCode: '2.7.flag.code',
  flagCatalogue: '2.7.flag.catalogue',
  flagCategory: '2.7.flag.category-words',
  flagRecord: '2.7.flag.record',
  cryptoStatus: '2.7.transaction.cryptoStatus-values',
  transactionHash: '2.7.transaction.transactionHash',
  breakdown: '7.requests.no-breakdown',
} as const;
