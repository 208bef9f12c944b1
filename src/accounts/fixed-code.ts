/** Fixed one-time passwords, for tests that cannot read the inbox. */
import { getEmailIdentity, getPhoneIdentity } from '../domain/identity.ts';
import type { User } from '../domain/records.ts';
import type { UnitOfWork, View } from '../store/store.ts';

/** The key of the code for destinations without a code of their own. */
export const DEFAULT_DESTINATION = '*';

/** Returns the fixed code of a destination (as `listDestinations` returns it); null if codes are random. */
export async function findFixedCode(view: View, destination: string): Promise<string | null> {
  const fixedCode = await view.get('fixedCodes', destination);
  return fixedCode ?? (await view.get('fixedCodes', DEFAULT_DESTINATION)) ?? null;
}

/** Returns the fixed code that was set for a user; null if there is none. Ignores the default code. */
export async function findFixedCodeOfUser(view: View, user: User): Promise<string | null> {
  for (const destination of listDestinations(user)) {
    const code = await view.get('fixedCodes', destination);
    if (code !== undefined) return code;
  }
  return null;
}

/** Sets the fixed code of a user; null removes it. Then the default code applies; without one, codes are random. */
export async function setFixedCode(
  unit: UnitOfWork,
  user: User,
  code: string | null,
): Promise<void> {
  for (const destination of listDestinations(user)) await unit.put('fixedCodes', destination, code);
}

/** Returns the destinations of codes for a user, as identities (`phone:+12025550143`, `email:rita@example.test`). */
export function listDestinations({
  phoneNumber,
  emailAddress,
}: Pick<User, 'phoneNumber' | 'emailAddress'>): string[] {
  return [
    ...(phoneNumber === null ? [] : [getPhoneIdentity(phoneNumber)]),
    ...(emailAddress === null ? [] : [getEmailIdentity(emailAddress)]),
  ];
}

/**
 * Returns the codes of a workspace in the form of a scenario document: by phone number or email address.
 *
 * @param users only codes that can be sent to these users; by default all
 */
export async function listFixedCodes(
  view: View,
  users?: readonly User[],
): Promise<Readonly<Record<string, string>>> {
  const codes = await view.entries('fixedCodes');
  const destinations = users && new Set([DEFAULT_DESTINATION, ...users.flatMap(listDestinations)]);
  const selected = destinations ? codes.filter(([key]) => destinations.has(key)) : codes;
  return Object.fromEntries(
    selected.map(([destination, code]) => [destination.replace(/^(?:phone|email):/, ''), code]),
  );
}
