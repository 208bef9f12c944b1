import { chaos } from './pipeline/chaos.ts';
import { consolePages } from './pipeline/console.ts';
import { controlApi } from './pipeline/control-api.ts';
import { controlGuard } from './pipeline/control-guard.ts';
import { faults } from './pipeline/faults.ts';
import { hostCheck } from './pipeline/host.ts';
import { journal } from './pipeline/journal.ts';
import { serviceCors } from './pipeline/origin.ts';
import { preferences } from './pipeline/preferences.ts';
import { refusals } from './pipeline/refusals.ts';
import { requestLog } from './pipeline/request-log.ts';
import { route } from './pipeline/route.ts';
import { service } from './pipeline/service-routes.ts';
import { workspace, workspaceName } from './pipeline/workspace.ts';
import { expressServer } from './express-server.ts';
import { compose } from './compose.ts';
import type { Services } from './services.ts';

/** Creates the application: the stages of a request in order. `service` continues in the route of an operation. */
export function createApp(services: Services) {
  const { app, createServer } = expressServer();
  app.use(
    compose(
      requestLog(services),
      hostCheck(services.access),
      consolePages(),
      workspaceName(),
      serviceCors(services.access),
      controlGuard(services.access),
      workspace(services),
      controlApi(services),
      journal(services),
      route(),
      preferences(services),
      faults(services),
      chaos(services),
      service(services),
    ),
  );
  app.use(refusals(services.log));
  return { createServer };
}
