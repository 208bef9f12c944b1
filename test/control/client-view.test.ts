import { describe, expect, it } from 'vitest';

import { useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();

describe('§4.8 getClientView', () => {
  it.each([
    ['the default dialect', {}, '/user', 200],
    [
      'a dialect with other names, an envelope, another path and another status',
      {
        success: { status: 201 },
        user: {
          path: '/api/v1/user',
          envelope: 'data',
          names: { kyc: 'kycState', flags: 'userFlags' },
          flagsShape: 'byCategory',
        },
      },
      '/api/v1/user',
      201,
    ],
  ])('returns the response of the user read in %s', async (_name, dialect, path, status) => {
    const workspace = await sandbox.workspace({ dialect });
    const app = workspace.client();
    // A flag, a withheld part, and a failed transaction.
    for (const to of ['hugo@example.test', 'jack@example.test', 'olga@example.test']) {
      const { body: session } = await workspace.signInByEmail(to, app);
      const userRead = await app.send(path, {
        headers: { authorization: `Bearer ${session.sessionJwt}` },
      });
      expect(userRead.status).toBe(status);
      const { body: view } = await workspace.control(`/users/${to}/client-view`);
      expect(view).toEqual({ method: 'GET', path, status, body: userRead.body });
    }
  });

  it('is not recorded as a client request', async () => {
    const workspace = await sandbox.workspace();
    await workspace.control('/users/ada/client-view');
    expect((await workspace.control('/journal')).body.items).toEqual([]);
  });
});
