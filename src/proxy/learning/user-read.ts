/** What reads of a user show (§2.7, §4.8). */
import { fieldsIn, isFieldName, type Fields, type Lesson } from './lesson.ts';
import type { SignedIn } from './traces.ts';
import { flagParts, kycPart, personalPart, transactionPart, walletPart } from './user-parts.ts';

/** Names that mean something of their own. */
const OTHER_HEADERS: ReadonlySet<string> = new Set(['authorization', 'service-client-id']);

export function learnFromUserReads(lesson: Lesson): void {
  const { operationId, accepted, decide, path } = lesson;
  const body = fieldsIn(lesson.answer);
  if (operationId !== 'getUser' || !accepted || body === null) return;
  const reader = lesson.bearer === null ? undefined : lesson.traces.session(lesson.bearer);
  const envelope = envelopeOf(body, reader?.userId ?? null);
  if (envelope === null) return;
  decide('user.path', path);
  identification(lesson, reader);
  decide('user.envelope', envelope);
  const user = envelope === 'none' ? body : fieldsIn(body[envelope]);
  if (user !== null) parts(lesson, user, reader);
}

/** By the session that is the bearer, where nothing else names a user; else by what holds the id. */
function identification({ query, headers, decide }: Lesson, reader: SignedIn | undefined): void {
  const names = [...query.keys()];
  const [name, ...more] = names;
  if (name !== undefined) {
    if (more.length === 0 && isFieldName(name)) decide('user.identifiedBy', { query: name });
    return;
  }
  const userId = reader?.userId ?? null;
  const header = Object.entries(headers).find(
    ([each, value]) => userId !== null && value === userId && !OTHER_HEADERS.has(each),
  )?.[0];
  if (header !== undefined) decide('user.identifiedBy', { header });
  else if (reader !== undefined) decide('user.identifiedBy', 'bearerSession');
}

/** The name of the property that wraps the user object, or `none`; null where it can't be told. */
function envelopeOf(body: Fields, userId: string | null): string | null {
  const inside = Object.entries(body).flatMap(([name, value]) => {
    const object = fieldsIn(value);
    return object === null || !isFieldName(name) ? [] : [{ name, object }];
  });
  const candidates = [{ name: 'none', object: body }, ...inside];
  const named = candidates.filter(
    ({ object }) => userId !== null && Object.values(object).includes(userId),
  );
  return (named.find(hasParts) ?? named[0] ?? candidates.find(hasParts))?.name ?? null;
}

/** Lists, or the sub-object of the KYC. */
function hasParts({ object }: { readonly object: Fields }): boolean {
  return Object.values(object).some(
    (value) => Array.isArray(value) || fieldsIn(value)?.['status'] !== undefined,
  );
}

function parts({ decide, dialect }: Lesson, user: Fields, reader: SignedIn | undefined): void {
  const found: Readonly<Record<string, string | null>> = {
    'user.names.kyc': kycPart(user),
    'user.names.wallets': walletPart(user, reader?.walletAddress ?? null),
    'user.names.personalInformation': personalPart(user, reader),
  };
  for (const [key, name] of Object.entries(found)) if (name !== null) decide(key, name);
  const { transactions, cryptoStatus } = transactionPart(user) ?? {};
  if (transactions !== undefined) decide('user.names.transactions', transactions);
  if (cryptoStatus !== undefined) decide('user.names.cryptoStatus', cryptoStatus);
  const flags = flagParts(user, Object.values(dialect.flags.categoryNames));
  if (flags === null) return;
  decide('user.names.flags', flags.part);
  decide('user.flagsShape', flags.shape);
  if (flags.code !== null) decide('user.names.code', flags.code);
  if (flags.category !== null) decide('user.names.category', flags.category);
}
