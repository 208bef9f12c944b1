/** §2.7: the parts of the user object need different names. */
import type { Dialect } from '../dialect.ts';
import { listEnvelopes } from '../envelope.ts';
import type { Conflict } from './conflict.ts';

const NONE = 'none';

/** Properties that no key of the dialect renames. */
const FIXED_USER_PROPERTIES = ['id', 'createTime', 'updateTime', 'phoneMask', 'emailMask'];
const FIXED_TRANSACTION_PROPERTIES = ['id', 'transactionHash', 'createTime', 'updateTime'];

/** Properties of every JavaScript object, which a client cannot distinguish from received properties. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function* findUserObjectConflicts({
  user,
  otp,
  session,
  flags,
}: Dialect): Generator<Conflict> {
  const { names, flagsShape } = user;
  yield* findClashes(
    ['kyc', 'flags', 'personalInformation', 'wallets', 'transactions'],
    FIXED_USER_PROPERTIES,
    names,
  );
  if (flagsShape === 'list') yield* findClashes(['code', 'category'], [], names);
  if (names.transactions !== NONE) {
    yield* findClashes(['cryptoStatus'], FIXED_TRANSACTION_PROPERTIES, names);
  }

  const namesByKey: readonly (readonly [key: string, name: string])[] = [
    ...prefixKeys('user.names', names),
    ...listEnvelopes({ user }).map((name) => ['user.envelope', name] as const),
    ['otp.sms.codeField', otp.sms.codeField],
    ['otp.email.codeField', otp.email.codeField],
    ['session.subjectClaim', session.subjectClaim],
    ...(typeof user.identifiedBy === 'object' && 'query' in user.identifiedBy
      ? [['user.identifiedBy', user.identifiedBy.query] as const]
      : []),
    ...(flagsShape === 'byCategory' ? prefixKeys('flags.categoryNames', flags.categoryNames) : []),
  ];
  for (const [key, name] of namesByKey) {
    if (!RESERVED_NAMES.has(name)) continue;
    yield {
      rule: 'reserved-name',
      key,
      reason: `${name} is reserved in JavaScript, so clients could not read it.`,
      hint: `Set ${key} to another name.`,
    };
  }
}

function prefixKeys(prefix: string, names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([part, name]) => [`${prefix}.${part}`, name] as const);
}

/** Finds parts of one object with the name of another part or of a fixed property. */
function* findClashes(
  parts: readonly (keyof Dialect['user']['names'])[],
  fixed: readonly string[],
  names: Dialect['user']['names'],
): Generator<Conflict> {
  const taken = new Set(fixed);
  // Renamed parts come last, so that the conflict is reported for the renamed part.
  const hasDefaultName = (part: (typeof parts)[number]) => names[part] === part;
  for (const part of [
    ...parts.filter(hasDefaultName),
    ...parts.filter((part) => !hasDefaultName(part)),
  ]) {
    const name = names[part];
    if (name === NONE) continue;
    if (taken.has(name)) {
      yield {
        rule: 'property-name-taken',
        key: `user.names.${part}`,
        reason: `Two properties of one object would have the name "${name}".`,
        hint: `Set user.names.${part} to another name.`,
      };
    }
    taken.add(name);
  }
}
