/** §2.7: the names in the user object must differ. A name in a dialect must not be reserved in JavaScript. */
import type { Dialect } from '../dialect.ts';
import { listEnvelopes } from '../envelope.ts';
import type { Conflict } from './conflict.ts';

const NONE = 'none';

/** Properties that no key of the dialect renames. */
const FIXED_USER_PROPERTIES = ['id', 'createTime', 'updateTime', 'phoneMask', 'emailMask'];
const FIXED_TRANSACTION_PROPERTIES = ['id', 'transactionHash', 'createTime', 'updateTime'];

/** Properties of every JavaScript object, which a client cannot distinguish from received properties. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function* findUserObjectConflicts(dialect: Dialect): Generator<Conflict> {
  const { names, flagsShape } = dialect.user;
  yield* findClashes(
    ['kyc', 'flags', 'personalInformation', 'wallets', 'transactions'],
    FIXED_USER_PROPERTIES,
    names,
  );
  if (flagsShape === 'list') yield* findClashes(['code', 'category'], [], names);
  if (names.transactions !== NONE) {
    yield* findClashes(['cryptoStatus'], FIXED_TRANSACTION_PROPERTIES, names);
  }

  for (const [key, name] of listChosenNames(dialect)) {
    if (!RESERVED_NAMES.has(name)) continue;
    yield {
      rule: 'reserved-name',
      key,
      reason: `${name} is reserved in JavaScript, so clients could not read it.`,
      hint: `Set ${key} to another name.`,
    };
  }
}

function* listChosenNames(dialect: Dialect): Generator<readonly [key: string, name: string]> {
  const { user, otp, session, flags } = dialect;
  yield* prefixKeys('user.names', user.names);
  for (const name of listEnvelopes(dialect)) yield ['user.envelope', name];
  yield ['otp.sms.codeField', otp.sms.codeField];
  yield ['otp.email.codeField', otp.email.codeField];
  yield ['session.subjectClaim', session.subjectClaim];
  if (typeof user.identifiedBy === 'object' && 'query' in user.identifiedBy) {
    yield ['user.identifiedBy', user.identifiedBy.query];
  }
  if (user.flagsShape === 'byCategory') {
    yield* prefixKeys('flags.categoryNames', flags.categoryNames);
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
  const defaultParts = parts.filter((part) => names[part] === part);
  const renamedParts = parts.filter((part) => names[part] !== part);
  // Renamed parts come last, so that the conflict is reported for the renamed part.
  for (const part of [...defaultParts, ...renamedParts]) {
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
