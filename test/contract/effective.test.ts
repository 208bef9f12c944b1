import { describe, expect, it } from 'vitest';
import { apiDocument } from '../../src/contract/api-document.gen.ts';
import { createEffectiveContract } from '../../src/contract/effective.ts';
import type {
  MediaType,
  OpenApiDocument,
  Operation,
  Response,
  Schema,
} from '../../src/contract/openapi-document.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createDialect } from './dialect-variations.ts';

const defaultContract = createEffectiveContract(defaultDialect);

/** Returns the contract of the default dialect with these keys changed. */
function createContract(changes: Readonly<Record<string, unknown>>): OpenApiDocument {
  return createEffectiveContract(createDialect(changes));
}

function getOperation(document: OpenApiDocument, id: OperationId): Operation {
  for (const { get, post } of Object.values(document.paths)) {
    if (get?.operationId === id) return get;
    if (post?.operationId === id) return post;
  }
  throw new TypeError(`no ${id}`);
}

function getSchema(document: OpenApiDocument, name: string): Schema {
  return document.components.schemas[name] ?? {};
}

function getResponse(document: OpenApiDocument, id: OperationId, status: number): Response {
  const found = getOperation(document, id).responses[status];
  if (found === undefined || !('description' in found)) throw new TypeError(`no ${status}`);
  return found;
}

function getResponseBody(document: OpenApiDocument, id: OperationId, status = 200): MediaType {
  return Object.values(getResponse(document, id, status).content ?? {})[0] ?? {};
}

/** Returns the pattern of a schema. @throws TypeError if it has none */
function toRegExp(schema: Schema | undefined): RegExp {
  if (schema?.pattern === undefined) throw new TypeError('no pattern');
  return new RegExp(schema.pattern, 'u');
}

function getFirstExample(media: MediaType | undefined): unknown {
  return Object.values(media?.examples ?? {})[0]?.value;
}

function getRequestContent(
  document: OpenApiDocument,
  id: OperationId,
): Readonly<Record<string, MediaType>> {
  const { requestBody: body } = getOperation(document, id);
  return body !== undefined && 'content' in body ? body.content : {};
}

/** Returns the causes by status, such as `{401: ['clientCredentials']}`. */
function getCauses(document: OpenApiDocument, id: OperationId): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(getOperation(document, id).responses).flatMap(([status, refusal]) =>
      'x-causes' in refusal && refusal['x-causes'] ? [[status, refusal['x-causes']]] : [],
    ),
  );
}

describe('the effective contract of the default dialect', () => {
  it('has the referenced schemas of api.yaml', () => {
    const { Flag, ...others } = defaultContract.components.schemas;
    for (const [name, effective] of Object.entries(others)) {
      expect({ [name]: effective }).toEqual({ [name]: apiDocument.components.schemas[name] });
    }
    // The catalogue is open in api.yaml, so that its codes do not become types.
    expect(Flag).toMatchObject({ required: apiDocument.components.schemas['Flag']?.required });
    const dropped = Object.keys(apiDocument.components.schemas).filter(
      (name) => defaultContract.components.schemas[name] === undefined,
    );
    expect(dropped).toEqual(['Error', 'ErrorCode']);
  });

  it('has the paths, methods and request examples of api.yaml', () => {
    const listRequests = ({ paths }: OpenApiDocument) =>
      Object.entries(paths).flatMap(([path, { get, post }]) =>
        Object.entries({ get, post }).map(([method, operation]) => {
          const body = operation?.requestBody;
          const content = body !== undefined && 'content' in body ? body.content : {};
          return [path, method, operation?.operationId, content['application/json']?.examples];
        }),
      );
    expect(listRequests(defaultContract)).toEqual(listRequests(apiDocument));
  });

  it('contains only causes that api.yaml lists', () => {
    for (const { get, post } of Object.values(apiDocument.paths)) {
      const written = get ?? post;
      if (written === undefined) continue;
      const listed = Object.values(written.responses).flatMap((entry) =>
        '$ref' in entry
          ? (apiDocument.components.responses?.[entry.$ref.split('/')[3] ?? '']?.['x-causes'] ?? [])
          : (entry['x-causes'] ?? []),
      );
      const effective = Object.values(
        getCauses(defaultContract, written.operationId as OperationId),
      ).flat();
      expect(listed).toEqual(expect.arrayContaining(effective));
    }
  });

  it('contains every value of the dialect', () => {
    expect(defaultContract.info['x-dialect']).toEqual(defaultDialect);
  });

  it('leaves api.yaml unchanged', () => {
    const before = JSON.stringify(apiDocument);
    createContract({ 'user.path': '/v1/user', 'errors.body': 'nested', 'wallet.variant': 'type' });
    expect(JSON.stringify(apiDocument)).toBe(before);
  });
});

describe('§2.2 wallets', () => {
  it.each(['WalletIdentity', 'SignedWalletIdentity'])(
    '%s follows wallet.variant and wallet.both',
    (name) => {
      const network = { required: ['walletNetwork'] };
      const type = { required: ['walletType'] };
      expect(getSchema(defaultContract, name)).toMatchObject({ oneOf: [network, type] });
      const either = getSchema(createContract({ 'wallet.both': 'accept' }), name);
      expect(either).toMatchObject({ anyOf: [network, type] });
      expect(either.oneOf).toBeUndefined();

      const byNetwork = getSchema(createContract({ 'wallet.variant': 'network' }), name);
      expect(byNetwork.required).toContain('walletNetwork');
      expect(byNetwork.properties).not.toHaveProperty('walletType');
      expect(byNetwork).not.toHaveProperty('oneOf');

      const tolerant = getSchema(
        createContract({ 'wallet.variant': 'type', 'wallet.both': 'accept' }),
        name,
      );
      expect(tolerant.required).toContain('walletType');
      expect(tolerant.properties).toHaveProperty('walletNetwork');
    },
  );

  it('have one example if there is one variant', () => {
    const { examples } =
      getRequestContent(createContract({ 'wallet.variant': 'type' }), 'startWalletAuth')[
        'application/json'
      ] ?? {};
    expect(Object.values(examples ?? {}).map(({ value }) => value)).toEqual([
      { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', walletType: 'EVM' },
    ]);
  });

  it('follow wallet.types', () => {
    const types = createContract({ 'wallet.types': ['SVM'] });
    expect(getSchema(types, 'WalletType').enum).toEqual(['SVM']);
    const [, byType] = Object.values(
      getRequestContent(types, 'addWalletToUser')['application/json']?.examples ?? {},
    );
    expect(byType?.value).toMatchObject({ walletType: 'SVM' });
  });

  it('follow wallet.checksum', () => {
    expect(getSchema(defaultContract, 'WalletAddress').format).toBe('eip55-address');
    const ignored = getSchema(createContract({ 'wallet.checksum': 'ignore' }), 'WalletAddress');
    expect(ignored.format).toBeUndefined();
    expect(ignored.pattern).toBe('^0x[0-9a-fA-F]{40}$');
  });

  it.each([
    ['network', 'walletNetwork', 'walletType'],
    ['type', 'walletType', 'walletNetwork'],
  ])('follow wallet.emits: %s', (emits, shown, hidden) => {
    const wallet = getSchema(createContract({ 'wallet.emits': emits }), 'Wallet');
    expect(wallet.required).toContain(shown);
    expect(wallet.properties).not.toHaveProperty(hidden);
    expect(wallet.anyOf).toBeUndefined();
    expect(getSchema(defaultContract, 'Wallet').anyOf).toHaveLength(2);
  });

  it('match wallet.challenge.phrase exactly (§2.3)', () => {
    const phrase = 'Sign. (this)? [x]{2} ^$|\\/*+ ';
    const document = createContract({ 'wallet.challenge.phrase': phrase });
    const pattern = toRegExp(getSchema(document, 'Challenge').properties?.['challenge']);
    const random = 'a'.repeat(32);
    expect(`${phrase}${random}`).toMatch(pattern);
    expect(`Sign! (this)? [x]{2} ^$|\\/*+ ${random}`).not.toMatch(pattern);
    expect(getFirstExample(getResponseBody(document, 'startWalletAuth'))).toEqual({
      challenge: expect.stringContaining(phrase),
    });
  });
});

describe.each([
  ['sms', 'phoneId', 'phoneNumber', 'SmsCode', 'PhoneRecord', 'sendSmsOtp', 'authenticateSmsOtp'],
  [
    'email',
    'emailId',
    'emailAddress',
    'EmailCode',
    'EmailRecord',
    'sendEmailOtp',
    'authenticateEmailOtp',
  ],
] as const)(
  '§4.4 to §4.7 one-time passwords: %s',
  (flow, recordId, destination, code, record, send, authenticate) => {
    it('follow identifiedBy and codeField', () => {
      expect(Object.keys(getSchema(defaultContract, code).properties ?? {})).toEqual([
        recordId,
        'otp',
      ]);
      const byDestination = createContract({
        [`otp.${flow}.identifiedBy`]: 'destination',
        [`otp.${flow}.codeField`]: 'passcode',
      });
      expect(getSchema(byDestination, code).required?.toSorted()).toEqual(
        [destination, 'passcode'].toSorted(),
      );
      expect(Object.keys(getSchema(byDestination, code).properties ?? {}).toSorted()).toEqual(
        [destination, 'passcode'].toSorted(),
      );
      const both = createContract({ [`otp.${flow}.identifiedBy`]: 'both' });
      expect(getSchema(both, code).required?.toSorted()).toEqual(
        [destination, 'otp', recordId].toSorted(),
      );
    });

    it('use codeLength in the example', () => {
      const document = createContract({ [`otp.${flow}.codeLength`]: 8 });
      expect(
        getFirstExample(getRequestContent(document, authenticate)['application/json']),
      ).toMatchObject({
        otp: '12345678',
      });
    });

    it('follow sendReturns', () => {
      expect(getResponseBody(defaultContract, send).schema).toEqual({
        $ref: `#/components/schemas/${record}`,
      });
      const empty = createContract({ [`otp.${flow}.sendReturns`]: 'empty' });
      expect(getResponseBody(empty, send).schema).toEqual({ $ref: '#/components/schemas/Empty' });
      expect(getResponse(empty, send, 200).description).toBe('An empty object.');
    });

    it.each([
      ['session', ['sessionJwt', 'userMask']],
      ['record', [recordId, recordId.replace('Id', 'Mask')]],
      ['sessionAndRecord', ['sessionJwt', 'userMask', recordId, recordId.replace('Id', 'Mask')]],
      ['empty', []],
    ])('follow authenticateReturns: %s', (returns, fields) => {
      const document = createContract({ [`otp.${flow}.authenticateReturns`]: returns });
      const { $ref = '' } = getResponseBody(document, authenticate).schema ?? {};
      const body = getSchema(document, $ref.split('/')[3] ?? '');
      expect(body.required ?? []).toEqual(fields);
      expect(Object.keys(body.properties ?? {})).toEqual(fields);
      expect(body.additionalProperties).toBe(false);
    });
  },
);

describe('§2.4 userMask', () => {
  it('follows absent', () => {
    expect(getSchema(defaultContract, 'UserMask').required).not.toContain('phoneMask');
    const nullable = getSchema(createContract({ 'userMask.absent': 'null' }), 'UserMask');
    expect(nullable.required).toContain('phoneMask');
    expect(nullable.properties?.['phoneMask']?.type).toEqual(['string', 'null']);
    const empty = getSchema(createContract({ 'userMask.absent': 'empty' }), 'UserMask');
    expect(empty.required).toContain('phoneMask');
    expect(empty.properties?.['phoneMask']?.anyOf).toContainEqual({ type: 'string', const: '' });
  });

  it('follows preferredMfaMethods', () => {
    const document = createContract({ 'userMask.preferredMfaMethods': ['OTP_EMAIL', 'OTP_SMS'] });
    expect(getSchema(document, 'UserMask').properties?.['preferredMfaMethod']?.enum).toEqual([
      'OTP_EMAIL',
      'OTP_SMS',
    ]);
  });

  it('matches the mask templates (§2.5, §2.6)', () => {
    const document = createContract({
      'masks.phone': '+* (***) {last4}.',
      'masks.email': '{first}?@{domain}',
    });
    const phoneMask = toRegExp(getSchema(document, 'PhoneMask'));
    expect('+* (***) 0143.').toMatch(phoneMask);
    expect('+* (***) 01430').not.toMatch(phoneMask);
    const emailMask = toRegExp(getSchema(document, 'EmailMask'));
    expect('r?@example.test').toMatch(emailMask);
    expect('@example.test').not.toMatch(emailMask);
    expect(getFirstExample(getResponseBody(document, 'getUser'))).toMatchObject({
      phoneMask: '+* (***) 0143.',
      emailMask: 'r?@example.test',
    });
  });
});

describe('§4.8 the user read', () => {
  it('follows user.path', () => {
    const { paths } = createContract({ 'user.path': '/api/v1/user' });
    expect(paths['/api/v1/user']?.get?.operationId).toBe('getUser');
    expect(paths['/user']).toBeUndefined();
  });

  it.each([
    [{ query: 'userId' }, { name: 'userId', in: 'query' }],
    [{ header: 'X-User-Id' }, { name: 'X-User-Id', in: 'header' }],
  ])('follows user.identifiedBy: %j', (identifiedBy, parameter) => {
    const document = createContract({ 'user.identifiedBy': identifiedBy });
    const read = getOperation(document, 'getUser');
    expect(read.parameters).toMatchObject([{ ...parameter, required: true }]);
    expect(read.security).toEqual([{ clientId: [], clientSecret: [] }]);
    expect(read.description).toContain(parameter.name);
    expect(getCauses(document, 'getUser')).toEqual({
      400: ['invalidRequest'],
      401: ['clientCredentials'],
      404: ['identityUnknown'],
    });
    expect(getOperation(defaultContract, 'getUser').parameters).toBeUndefined();
  });

  it('follows user.envelope', () => {
    expect(
      getResponseBody(createContract({ 'user.envelope': 'data' }), 'getUser').schema,
    ).toMatchObject({
      required: ['data'],
      additionalProperties: false,
      properties: { data: { $ref: '#/components/schemas/User' } },
    });
  });

  it('follows user.names', () => {
    const document = createContract({
      'user.names.kyc': 'kycDetails',
      'user.names.flags': 'alerts',
      'user.names.code': 'id',
      'user.names.category': 'kind',
      'user.names.wallets': 'none',
      'user.names.personalInformation': 'none',
      'user.names.cryptoStatus': 'state',
    });
    const user = getSchema(document, 'User');
    expect(Object.keys(user.properties ?? {})).toEqual([
      'id',
      'createTime',
      'updateTime',
      'phoneMask',
      'emailMask',
      'kycDetails',
      'alerts',
      'transactions',
    ]);
    expect(user.required).toEqual(['id', 'createTime', 'updateTime', 'alerts', 'transactions']);
    expect(Object.keys(getSchema(document, 'Flag').properties ?? {})).toEqual(['id', 'kind']);
    expect(getSchema(document, 'Transaction').required).toContain('state');
    expect(document.components.schemas).not.toHaveProperty('Wallet');
    expect(document.components.schemas).not.toHaveProperty('PersonalInformation');
  });

  it('supports swapped names', () => {
    const document = createContract({ 'user.names.kyc': 'flags', 'user.names.flags': 'kyc' });
    expect(getSchema(document, 'User').properties?.['flags']?.$ref).toContain('Kyc');
    expect(getSchema(document, 'User').properties?.['kyc']?.type).toBe('array');
  });

  it('follows user.flagsShape (§2.7)', () => {
    const document = createContract({ 'user.flagsShape': 'byCategory' });
    const flags = getSchema(document, 'User').properties?.['flags'];
    expect(flags).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['Fraud', 'KYC Review', 'Transaction Processing'],
    });
    expect(Object.keys(flags?.properties ?? {})).toContain('uncategorized');
    expect(Object.keys(getSchema(document, 'Flag').properties ?? {})).toEqual(['code']);
  });

  it('follows flags.catalogue and flags.categoryNames', () => {
    expect(getSchema(defaultContract, 'Flag').properties?.['code']?.enum).toContain('F0000');
    const document = createContract({
      'flags.categoryNames': {
        Fraud: 'RISK',
        'KYC Review': 'KYC',
        'Transaction Processing': 'TX',
      },
      'flags.catalogue': [
        { code: 'P9', category: 'Transaction Processing', title: 'P', message: 'P.' },
      ],
    });
    expect(getSchema(document, 'Flag').properties?.['code']?.enum).toEqual(['P9']);
    expect(getSchema(document, 'FlagCategory').enum).toEqual(['RISK', 'KYC', 'TX']);
    expect(getFirstExample(getResponseBody(document, 'getUser'))).toMatchObject({
      flags: [{ code: 'P9', category: 'TX' }],
    });
  });

  it('follows kyc.beforeSubmission', () => {
    expect(getSchema(defaultContract, 'User').required).not.toContain('kyc');
    const document = createContract({ 'kyc.beforeSubmission': 'IN_REVIEW' });
    expect(getSchema(document, 'User').required).toContain('kyc');
  });
});

describe('§5 the bearer token', () => {
  const client = { clientId: [], clientSecret: [] };
  const withBearer = { ...client, bearer: [] };

  it('is required on the operations of bearer.requiredOn, with a response for its rejection', () => {
    expect(getOperation(defaultContract, 'startWalletAuth').security).toEqual([client]);
    expect(getOperation(defaultContract, 'sendSmsOtp').security).toEqual([withBearer]);
    const document = createContract({ 'bearer.requiredOn': ['startWalletAuth'] });
    expect(getOperation(document, 'startWalletAuth').security).toEqual([withBearer]);
    expect(getCauses(document, 'startWalletAuth')[401]).toEqual(['clientCredentials', 'bearer']);
    expect(getOperation(document, 'sendSmsOtp').security).toEqual([client, withBearer]);
  });

  it('can be omitted on addWalletToUser unless it alone identifies the user', () => {
    expect(getOperation(defaultContract, 'addWalletToUser').security).toEqual([client, withBearer]);
    const document = createContract({ 'identity.addWalletTarget': 'bearer' });
    expect(getOperation(document, 'addWalletToUser').security).toEqual([withBearer]);
    expect(getOperation(document, 'addWalletToUser').description).toContain(
      'The wallet stays unverified until the user authenticates it (§3). It is added to the user of the session token.',
    );
  });

  it('is described by the session keys of the dialect', () => {
    const { bearer } =
      createContract({
        'session.algorithm': 'EdDSA',
        'session.jwksPath': 'none',
        'bearer.accepts': ['session'],
      }).components.securitySchemes ?? {};
    expect(bearer?.description).toContain('EdDSA');
    expect(bearer?.description).toContain('not served');
    expect(bearer?.description).not.toContain('access token');
    expect(bearer?.['x-session']).toMatchObject({ algorithm: 'EdDSA', ttl: 'PT1H' });
  });
});

describe('requests', () => {
  it('follow requests.unknownFields', () => {
    expect(getSchema(defaultContract, 'SmsCode').additionalProperties).toBe(false);
    const open = createContract({ 'requests.unknownFields': 'ignore' });
    for (const name of ['WalletIdentity', 'SignedWalletIdentity', 'SmsDestination', 'EmailCode']) {
      expect(getSchema(open, name)).not.toHaveProperty('additionalProperties');
    }
    expect(getSchema(open, 'PhoneRecord').additionalProperties).toBe(false);
  });

  it('follow requests.contentType', () => {
    expect(Object.keys(getRequestContent(defaultContract, 'sendSmsOtp'))).toEqual([
      'application/json',
    ]);
    const lax = createContract({ 'requests.contentType': 'ignore' });
    expect(Object.keys(getRequestContent(lax, 'sendSmsOtp'))).toEqual(['application/json', '*/*']);
  });

  it('follow limits.bodyBytes', () => {
    const { requestBody: body } = getOperation(
      createContract({ 'limits.bodyBytes': 777 }),
      'startWalletAuth',
    );
    expect(body).toMatchObject({ description: 'Maximum size: 777 bytes.' });
  });
});

describe('success.status', () => {
  it('is one status for all operations or one for each named operation', () => {
    const all = createContract({ 'success.status': 201 });
    expect(Object.keys(getOperation(all, 'getUser').responses)).toContain('201');
    expect(getOperation(all, 'getUser').responses).not.toHaveProperty('200');
    const one = createContract({ 'success.status': { addWalletToUser: 202 } });
    expect(getOperation(one, 'addWalletToUser').responses).toHaveProperty('202');
    expect(getOperation(one, 'startWalletAuth').responses).toHaveProperty('200');
  });
});

describe('§7 error responses', () => {
  it('list the causes of each status, which the dialect sets', () => {
    expect(getCauses(defaultContract, 'authenticateWallet')).toEqual({
      400: ['malformed', 'invalidRequest'],
      401: ['clientCredentials', 'signature', 'challengeUnknown', 'challengeExpired'],
      403: ['flagRestricts'],
      413: ['tooLarge'],
      415: ['unsupportedMediaType'],
    });
    // The key for `invalidRequest` is `errors.status.schema`.
    const other = createContract({ 'errors.status.signature': 422, 'errors.status.schema': 422 });
    expect(getCauses(other, 'authenticateWallet')).toMatchObject({
      400: ['malformed'],
      422: ['invalidRequest', 'signature'],
    });
  });

  it('have the causes of the operation and status as codes', () => {
    const body = getResponseBody(defaultContract, 'authenticateSmsOtp', 401).schema;
    expect(body?.properties?.['code']?.enum).toEqual([
      'clientCredentials',
      'otpWrong',
      'otpExpired',
    ]);
    expect(body?.additionalProperties).toBe(false);
  });

  it('follow errors.body', () => {
    const shape = (body: string) =>
      getResponse(createContract({ 'errors.body': body }), 'startWalletAuth', 400).content;
    expect(Object.keys(shape('problem') ?? {})).toEqual(['application/problem+json']);
    expect(shape('problem')?.['application/problem+json']?.schema?.required).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'code',
      'details',
    ]);
    expect(shape('nested')?.['application/json']?.schema?.required).toEqual(['error']);
    expect(shape('empty')).toBeUndefined();
  });

  describe('are omitted if they cannot occur:', () => {
    const occurs = (changes: Readonly<Record<string, unknown>>, id: OperationId, cause: string) =>
      Object.values(getCauses(createContract(changes), id))
        .flat()
        .includes(cause);

    it('identityUnknown', () => {
      const start = { 'identity.unknown': 'rejectAtStart' };
      const authenticate = { 'identity.unknown': 'rejectAtAuthenticate' };
      expect(occurs({}, 'startWalletAuth', 'identityUnknown')).toBe(false);
      expect(occurs(start, 'startWalletAuth', 'identityUnknown')).toBe(true);
      expect(occurs(start, 'authenticateWallet', 'identityUnknown')).toBe(false);
      expect(occurs(start, 'authenticateSmsOtp', 'identityUnknown')).toBe(true);
      expect(occurs(authenticate, 'sendEmailOtp', 'identityUnknown')).toBe(false);
      expect(occurs(authenticate, 'authenticateEmailOtp', 'identityUnknown')).toBe(true);
      expect(occurs({}, 'getUser', 'identityUnknown')).toBe(false);
    });

    it('identityTaken', () => {
      expect(occurs({}, 'addWalletToUser', 'identityTaken')).toBe(true);
      expect(occurs({ 'wallet.addOwned': 'accept' }, 'addWalletToUser', 'identityTaken')).toBe(
        false,
      );
      expect(occurs({}, 'sendSmsOtp', 'identityTaken')).toBe(true);
      expect(occurs({}, 'authenticateSmsOtp', 'identityTaken')).toBe(true);
      expect(occurs({ 'otp.sms.bearerSession': 'mustMatch' }, 'sendSmsOtp', 'identityTaken')).toBe(
        false,
      );
    });

    it('rateLimited, with Retry-After', () => {
      const limited = { 'limits.sends': { count: 1, per: 'PT1M', scope: 'client' } };
      expect(occurs({}, 'sendEmailOtp', 'rateLimited')).toBe(false);
      expect(getResponse(createContract(limited), 'sendEmailOtp', 429).headers).toHaveProperty(
        'Retry-After',
      );
    });

    it('flagRestricts', () => {
      const restricts = (...writes: readonly string[]) => ({ 'flags.fraudRestricts': writes });
      const refused = (changes: Readonly<Record<string, unknown>>) =>
        (
          [
            'authenticateWallet',
            'addWalletToUser',
            'sendSmsOtp',
            'authenticateSmsOtp',
            'authenticateEmailOtp',
          ] as const
        ).filter((id) => occurs(changes, id, 'flagRestricts'));
      expect(refused({})).toEqual(['authenticateWallet', 'addWalletToUser']);
      expect(refused(restricts())).toEqual([]);
      expect(refused(restricts('addPhone'))).toEqual(['sendSmsOtp', 'authenticateSmsOtp']);
      expect(refused({ ...restricts('addPhone'), 'otp.sms.bearerSession': 'ignored' })).toEqual([]);
      expect(refused(restricts('linkClient'))).toEqual([
        'authenticateWallet',
        'authenticateSmsOtp',
        'authenticateEmailOtp',
      ]);
    });

    it('invalidRequest, on a read without parameters that ignores unknown ones', () => {
      expect(occurs({}, 'getUser', 'invalidRequest')).toBe(true);
      expect(occurs({ 'requests.unknownFields': 'ignore' }, 'getUser', 'invalidRequest')).toBe(
        false,
      );
    });
  });
});
