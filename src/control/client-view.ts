import { writeResponse } from '../contract/wire.ts';
import { successStatus } from '../dialect/success-status.ts';
import { userObject } from '../domain/user-object.ts';
import type { ControlHandler } from './request/handler.ts';
import { userByReference } from './accounts/user-reference.ts';

/** GET /users/{ref}/client-view: the response of the user read (§4.8). */
export const getClientView: ControlHandler<'getClientView'> = ({ path }, { services, workspace }) =>
  services.store.read(workspace, async (view) => {
    const { dialect } = view.settings;
    const user = await userByReference(view, path.ref);
    const response = writeResponse('getUser', userObject(user, dialect), dialect);
    return {
      status: 200,
      body: {
        method: 'GET',
        path: dialect.user.path,
        status: successStatus('getUser', dialect),
        // In every dialect it is an object (contract/wire/user.ts).
        body: response as Record<string, unknown>,
      },
    };
  });
