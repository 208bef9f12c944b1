/** Finds problems in the section `runtime` of a snapshot that its schema cannot express. */
import { formats } from '../../contract/formats.ts';
import type { ScenarioRuntime } from '../../contract/scenario.gen.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { compareDialects } from '../../dialect/diff.ts';
import { loadDialect } from '../../dialect/load.ts';
import { formatValue } from '../../dialect/format-value.ts';
import type { Finding } from '../../documents/finding.ts';
import { toPointer } from '../../documents/pointer.ts';
import { truncateName } from '../../documents/text-findings.ts';
import { pluralize } from '../../pluralize.ts';

export interface Context {
  readonly dialect: Dialect;
  /** Undefined if the clients are malformed. */
  readonly clientIds: ReadonlySet<string> | undefined;
  readonly users: ReadonlyMap<string, unknown>;
}

/** Returns findings with pointers into the section. */
export async function checkRuntime(runtime: ScenarioRuntime, ctx: Context): Promise<Finding[]> {
  return [
    ...(await checkDialect(runtime.dialect, ctx.dialect)),
    ...checkReferences(runtime, ctx),
    ...checkDuplicates(runtime),
    ...checkDestinations(runtime),
    ...(await checkSigningKeys(runtime)),
  ];
}

/** The dialect is fixed when a workspace is created, so a snapshot cannot change it. */
async function checkDialect(document: object, dialect: Dialect): Promise<Finding[]> {
  const loaded = await loadDialect(document);
  if ('findings' in loaded) {
    return loaded.findings.map((finding) => ({
      ...finding,
      pointer: `/dialect${finding.pointer}`,
    }));
  }
  const { differences } = compareDialects(
    { dialect: loaded.dialect, unknown: [] },
    { dialect, unknown: [] },
  );
  if (differences.length === 0) return [];
  const list = differences
    .slice(0, MAX_LISTED_DIFFERENCES)
    .map(
      ({ key, left, right }) =>
        `${key} is ${truncateName(formatValue(left))} in the snapshot and ${truncateName(formatValue(right))} in this workspace`,
    );
  const omitted = differences.length - MAX_LISTED_DIFFERENCES;
  if (omitted > 0) list.push(`and ${pluralize(omitted, 'more key')}`);
  return [
    createErrorFinding('other-dialect', '/dialect', {
      message: `The snapshot was created with another dialect: ${list.join('; ')}.`,
      hint: 'Load it into a new workspace, which uses the dialect of the snapshot: POST /sandbox/workspaces with the snapshot as its scenario.',
    }),
  ];
}

const MAX_LISTED_DIFFERENCES = 3;

function* checkReferences(runtime: ScenarioRuntime, ctx: Context): Generator<Finding> {
  const { lastUsers, challenges, oneTimePasswords, sessions } = runtime;
  for (const [clientId, userId] of Object.entries(lastUsers)) {
    const pointer = toPointer('lastUsers', clientId);
    yield* checkClient(clientId, pointer, ctx);
    yield* checkUser(userId, pointer, ctx);
  }
  for (const [index, { clientId }] of challenges.entries()) {
    yield* checkClient(clientId, `/challenges/${index}/clientId`, ctx);
  }
  for (const [index, { clientId, addToUserId }] of oneTimePasswords.entries()) {
    yield* checkClient(clientId, `/oneTimePasswords/${index}/clientId`, ctx);
    yield* checkUser(addToUserId, `/oneTimePasswords/${index}/addToUserId`, ctx);
  }
  for (const [index, { clientId, userId }] of sessions.entries()) {
    yield* checkClient(clientId, `/sessions/${index}/clientId`, ctx);
    yield* checkUser(userId, `/sessions/${index}/userId`, ctx);
  }
}

function* checkClient(id: string, pointer: string, { clientIds }: Context): Generator<Finding> {
  if (clientIds === undefined || clientIds.has(id)) return;
  const hint = 'Add it to the clients, or remove this entry.';
  yield createErrorFinding('unknown-client', pointer, { message: `Unknown client "${id}".`, hint });
}

function* checkUser(
  id: string | undefined,
  pointer: string,
  { users }: Context,
): Generator<Finding> {
  if (id === undefined || users.has(id)) return;
  const hint = 'Add the user, or remove this entry.';
  yield createErrorFinding('unknown-user', pointer, { message: `Unknown user id ${id}.`, hint });
}

function* checkDuplicates(runtime: ScenarioRuntime): Generator<Finding> {
  const { oneTimePasswords, sessions, sends, signingKeys } = runtime;
  yield* listDuplicates('oneTimePasswords', 'id', oneTimePasswords);
  yield* listDuplicates('sessions', 'id', sessions);
  yield* listDuplicates('sends', 'countedFor', sends);
  yield* listDuplicates('signingKeys', 'algorithm', signingKeys);
}

function* listDuplicates<Key extends string>(
  list: string,
  key: Key,
  items: readonly { readonly [Name in Key]: string }[],
): Generator<Finding> {
  const values = new Set<string>();
  for (const [index, item] of items.entries()) {
    const value = item[key];
    if (values.has(value)) {
      yield createErrorFinding('duplicate-id', `/${list}/${index}/${key}`, {
        message: `Duplicate ${key} "${value}" in ${list}.`,
        hint: 'Remove one of the two entries.',
      });
    }
    values.add(value);
  }
}

const DESTINATIONS = {
  sms: {
    isValid: formats['phone-number'],
    kind: 'a phone number',
    advice: 'Write a number such as "+12025550143"',
  },
  email: {
    isValid: formats.email,
    kind: 'an email address',
    advice: 'Write an address such as rita@example.test',
  },
};

/** A sign-in with the code adds the destination to the user, so it must be a valid number or address (§2.5, §2.6). */
function* checkDestinations({ oneTimePasswords }: ScenarioRuntime): Generator<Finding> {
  for (const [index, { channel, to }] of oneTimePasswords.entries()) {
    const { isValid, kind, advice } = DESTINATIONS[channel];
    if (isValid(to)) continue;
    yield createErrorFinding('bad-destination', `/oneTimePasswords/${index}/to`, {
      message: `Expected ${kind} for the channel ${channel}, got "${to}".`,
      hint: `${advice}, or remove this entry.`,
    });
  }
}

/** §5.8: a key that cannot sign would break later sign-ins. */
async function checkSigningKeys({ signingKeys }: ScenarioRuntime): Promise<Finding[]> {
  const { canSign } = await import('../../ports/tokens/can-sign.ts');
  const findings: Finding[] = [];
  for (const [index, key] of signingKeys.entries()) {
    if (await canSign(key)) continue;
    findings.push(
      createErrorFinding('unusable-signing-key', `/signingKeys/${index}/jwk`, {
        message: `Invalid private key for ${key.algorithm}.`,
        hint: 'Remove the key; the workspace creates one when it is needed.',
      }),
    );
  }
  return findings;
}

function createErrorFinding(
  rule: string,
  pointer: string,
  { message, hint }: Pick<Finding, 'message' | 'hint'>,
): Finding {
  return { rule, clause: null, severity: 'error', message, hint, pointer };
}
