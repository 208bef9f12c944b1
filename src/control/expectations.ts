import { expectationsOf } from '../domain/expectations.ts';
import type { View } from '../store/store.ts';
import { refusalAt } from './request/control-refusal.ts';
import type { ControlHandler } from './request/handler.ts';
import { userByReference } from './accounts/user-reference.ts';

/** GET /users/{ref}/expectations */
export const getExpectations: ControlHandler<'getExpectations'> = (
  { path, query: { clientId } },
  { services, workspace },
) =>
  services.store.read(workspace, async (view) => {
    const user = await userByReference(view, path.ref);
    if (clientId !== undefined) refuseUnknownClient(clientId, view);
    const { dialect } = view.settings;
    return { status: 200, body: expectationsOf(user, { dialect, clientId }) };
  });

function refuseUnknownClient(clientId: string, view: View): void {
  if (view.base.clients.get(clientId) !== undefined) return;
  const known = [...view.base.clients.keys()].join(', ');
  throw refusalAt(
    '/query/clientId',
    'invalidRequest',
    `Unknown client "${clientId}".`,
    `must be one of ${known}`,
  );
}
