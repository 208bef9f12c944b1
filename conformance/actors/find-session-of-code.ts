/** Finds the session in the response to a correct code. The interface does not name its field (§4.5, §4.7). */
import { toFields } from '../responses/fields.ts';
import { parseSetCookies } from '../responses/set-cookies.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { AttemptBase } from '../attempt-base.ts';

const MIN_LENGTH = 16;
const MAX_CANDIDATES = 3;

/** Returns the session; null if no text in the response works as a session for the user read. */
export async function findSessionOfCode(
  t: AttemptBase,
  app: App,
  response: HttpResponse,
): Promise<string | null> {
  const { knowledge } = t.ctx;
  const { user, session } = t.dialect;
  // A text can be tested as a session only if the session identifies the user of a user read.
  if (!knowledge.isDetected('user.path') || user.identifiedBy !== 'bearerSession') return null;
  const isSentInCookie = typeof session.sentIn === 'object' && 'cookie' in session.sentIn;
  const candidates = [
    ...(isSentInCookie ? parseSetCookies(response) : []),
    ...listTexts(response),
  ].filter(([, text]) => text.length >= MIN_LENGTH);
  // Null: no candidate of an earlier response worked.
  const { sessionName } = knowledge.observations;
  if (sessionName !== undefined) {
    return candidates.find(([name]) => name === sessionName)?.[1] ?? null;
  }
  for (const [name, text] of candidates.slice(0, MAX_CANDIDATES)) {
    const read = await t.sendToService(app.createUserReadRequest(text, null));
    if (!read.accepted || toFields(read.body) === null) continue;
    knowledge.observations.sessionName = name;
    return text;
  }
  if (candidates.length > 0) knowledge.observations.sessionName = null;
  return null;
}

/** Returns the candidates of the response; names that suggest a session come first. */
function listTexts({ body }: HttpResponse): (readonly [name: string, text: string])[] {
  const candidates = Object.entries(toFields(body) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return candidates.toSorted(([a], [b]) => Number(suggestsSession(b)) - Number(suggestsSession(a)));
}

function suggestsSession(name: string): boolean {
  return /token|session|jwt/i.test(name);
}
