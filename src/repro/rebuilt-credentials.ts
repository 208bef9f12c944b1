/** Client secrets and bearers of a recorded call, put back from the sandbox (§5.1, §5.2). */
import type { RecordedCall } from '../contract/repro.gen.ts';
import { joseTokens } from '../ports/tokens.ts';
import { signSession } from '../sessions/session-token.ts';
import { currentSigningKey } from '../sessions/signing-key.ts';
import type { Runtime } from '../store/base.ts';
import type { Session } from '../store/state.ts';
import { NotRebuilt } from './not-rebuilt.ts';
import type { ReplaySandbox } from './replay-sandbox.ts';

/** The secret of the client, or a wrong one where the call was refused for it. */
export async function clientSecretOf(
  { outcome, clientId }: RecordedCall,
  { store, held }: ReplaySandbox,
): Promise<string> {
  const client = await store.read(held, async (view) => view.base.clients.get(clientId ?? ''));
  return outcome === 'clientCredentials' || client === undefined ? 'a-wrong-secret' : client.secret;
}

/**
 * A token that stands for whom the bearer stood for.
 *
 * @param assumed takes what had to be assumed
 * @throws NotRebuilt where the session was opened by a call that was not replayed
 */
export async function tokenOf(
  { replay, clientId, outcome }: RecordedCall,
  { store, held }: ReplaySandbox,
  assumed: string[],
): Promise<string> {
  switch (replay.bearer) {
    case 'none':
      // Refused, or not looked at.
      if (outcome === 'bearer') assumed.push('the bearer that was refused was no token at all');
      return 'no-token';
    case 'client': {
      const client = await store.read(held, async (view) => view.base.clients.get(clientId ?? ''));
      if (client === undefined) throw new NotRebuilt(`there is no client ${clientId}`);
      return client.accessToken;
    }
    case 'session':
      break;
  }
  const { session, dialect } = await store.read(held, async (view) => ({
    session: sessionIn((await view.runtime()).parts.sessions ?? [], {
      userId: replay.bearerUserId,
      clientId,
      isBound: view.settings.dialect.session.boundToClient === 'yes',
    }),
    dialect: view.settings.dialect,
  }));
  if (session === undefined) {
    throw new NotRebuilt(
      `user ${replay.bearerUserId} has no session here: the sign-in was not replayed`,
    );
  }
  const key = await currentSigningKey(store, held, joseTokens);
  const { id: sessionId, userId, expiresAt } = session;
  const grant = { sessionId, userId, expiresAt, clientId: session.clientId };
  return signSession(
    { ...grant, arrival: 'known', issuedAt: Date.parse(replay.at) },
    { key, dialect, tokens: joseTokens },
  );
}

type Sessions = NonNullable<Runtime['parts']['sessions']>;

function sessionIn(
  sessions: Sessions,
  wanted: {
    readonly userId: string | undefined;
    readonly clientId: string | null;
    readonly isBound: boolean;
  },
): Session | undefined {
  return sessions
    .map(([, session]) => session)
    .toReversed()
    .find(
      ({ userId, clientId }) =>
        userId === wanted.userId && (!wanted.isBound || clientId === wanted.clientId),
    );
}
