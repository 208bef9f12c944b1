import type { FaultRule, Schemas, ServiceOperation } from '../api/schemas.ts';

export const EFFECTS = [
  { value: 'code', text: 'gets an error' },
  { value: 'status', text: 'gets a status' },
  { value: 'delay', text: 'is only delayed' },
  { value: 'drop', text: 'loses its connection' },
  { value: 'truncate', text: 'gets half a response' },
  { value: 'malformed', text: 'gets invalid JSON' },
] as const;

export const CODES: readonly Schemas['CauseCode'][] = [
  'rateLimited',
  'internal',
  'clientCredentials',
  'bearer',
  'signature',
  'challengeUnknown',
  'challengeExpired',
  'otpWrong',
  'otpExpired',
  'otpLocked',
  'identityUnknown',
  'identityTaken',
  'flagRestricts',
];

/** The fields of the form for a fault. */
export interface FaultForm {
  readonly id: string;
  readonly operation: ServiceOperation | '';
  readonly clientId: string;
  readonly user: string;
  readonly effect: (typeof EFFECTS)[number]['value'];
  readonly code: Schemas['CauseCode'];
  readonly status: string;
  /** JSON; empty for the default body of the status in the dialect. */
  readonly body: string;
  readonly delay: string;
  readonly times: string;
  readonly probability: string;
}

export const BLANK: FaultForm = {
  id: '',
  operation: '',
  clientId: '',
  user: '',
  effect: 'code',
  code: 'rateLimited',
  status: '503',
  body: '',
  delay: '',
  times: '',
  probability: '',
};

/** Returns the rule that a form defines. @throws Error for a body that is not JSON */
export function ruleOf(form: FaultForm): FaultRule {
  const { id, operation, clientId, user, times, probability } = form;
  return {
    ...(id && { id }),
    match: {
      ...(operation && { operation }),
      ...(clientId && { clientId }),
      ...(user && { user }),
    },
    effect: effectOf(form),
    ...(times && { times: Number(times) }),
    ...(probability && { probability: Number(probability) }),
  };
}

function effectOf({ effect, code, status, body, delay }: FaultForm): FaultRule['effect'] {
  const delayed = delay === '' || effect === 'drop' ? {} : { delay };
  switch (effect) {
    case 'code':
      return { ...delayed, code };
    case 'status':
      return { ...delayed, status: Number(status), ...(body && { body: jsonOf(body) }) };
    case 'delay':
      return delayed;
    case 'drop':
    case 'truncate':
    case 'malformed':
      return { ...delayed, connection: effect };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The response body is not JSON.');
  }
}
