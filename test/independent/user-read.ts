import { parseBearer } from './clients.ts';
import { Refusal } from './refusals.ts';
import type { ResponseBody, ClientRequest, Service } from './service.ts';
import type { User } from './users.ts';
import type { Variant } from './variant.ts';

/** The field names and formats of the user object. */
type Shape = Variant['userRead'];

// §4.8
export async function readUser(service: Service, request: ClientRequest): Promise<ResponseBody> {
  const { userRead } = service.variant;
  const user = await findUser(service, request);
  let body: ResponseBody = {
    [userRead.idField]: user.id,
    createTime: user.createTime,
    updateTime: user.updateTime,
    ...createPersonalInformation(user, userRead.personalInformation),
    ...createKyc(user, userRead.kyc),
    ...createFlags(user, userRead.flags),
    ...createTransactions(user, userRead.transactions),
    ...createWallets(service, user),
  };
  for (const name of userRead.envelope.toReversed()) body = { [name]: body };
  return body;
}

async function findUser(
  { variant, users, sessions }: Service,
  request: ClientRequest,
): Promise<User> {
  const { identifiedBy } = variant.userRead;
  if ('session' in identifiedBy) {
    const user = await sessions.findUser(parseBearer(request.headers), request.client);
    if (user === undefined) throw new Refusal('bearer');
    return user;
  }
  const id =
    'query' in identifiedBy
      ? request.query.get(identifiedBy.query)
      : request.headers[identifiedBy.header];
  if (typeof id !== 'string' || id === '') throw new Refusal('schema');
  const user = users.findById(id);
  if (user === undefined) throw new Refusal('unknownUser');
  return user;
}

// §7.2
function createPersonalInformation(user: User, shape: Shape['personalInformation']): object {
  const hasF0000 = user.flags.some(({ code }) => code === 'F0000');
  const presence = hasF0000 ? shape.withF0000 : 'shown';
  if (presence === 'absent') return {};
  if (presence === 'null' && shape.field !== null) return { [shape.field]: null };
  const entries: [string, string | undefined][] = [
    [shape.name, user.name],
    [shape.phoneNumber, user.phoneNumber],
    [shape.emailAddress, user.emailAddress],
  ];
  const information = Object.fromEntries(
    entries.map(([name, value]) => [name, presence === 'null' ? null : value]),
  );
  return shape.field === null ? information : { [shape.field]: information };
}

// §2.7
function createKyc({ kycStatus }: User, { field, beforeSubmission }: Shape['kyc']): object {
  if (kycStatus !== undefined) return { [field]: { status: kycStatus } };
  switch (beforeSubmission) {
    case 'absent':
      return {};
    case 'null':
      return { [field]: null };
    case 'IN_REVIEW':
      return { [field]: { status: 'IN_REVIEW' } };
  }
}

function createFlags({ flags }: User, shape: Shape['flags']): object {
  if (flags.length === 0 && shape.whenNone === 'absent') return {};
  if (shape.shape === 'list') {
    const list = flags.map(({ code, category }) => ({
      [shape.code]: code,
      [shape.category]: shape.categories[category],
    }));
    return { [shape.field]: list };
  }
  const groups: Record<string, unknown[]> = {};
  for (const { code, category } of flags) {
    const flag = shape.shape === 'codes by category' ? code : { [shape.code]: code };
    (groups[shape.categories[category]] ??= []).push(flag);
  }
  return { [shape.field]: groups };
}

// §7.3
function createTransactions({ transactions }: User, shape: Shape['transactions']): object {
  if (shape === null) return {};
  const list = transactions.map(({ id, cryptoStatus, returned, transactionHash }) => ({
    [shape.id]: id,
    [shape.cryptoStatus]: cryptoStatus,
    ...(shape.returned === null ? {} : { [shape.returned]: returned }),
    ...createTransactionHash(transactionHash, shape.hashBeforeComplete),
  }));
  return { [shape.field]: list };
}

function createTransactionHash(
  hash: string | undefined,
  withoutHash: 'absent' | 'null' | 'empty',
): object {
  if (hash === undefined && withoutHash === 'absent') return {};
  return { transactionHash: hash ?? (withoutHash === 'null' ? null : '') };
}

function createWallets({ variant, users }: Service, user: User): object {
  const { walletsField } = variant.userRead;
  if (walletsField === null) return {};
  const wallets = users
    .listWallets(user)
    .map(({ address, status }) => ({ walletAddress: address, status }));
  return { [walletsField]: wallets };
}
