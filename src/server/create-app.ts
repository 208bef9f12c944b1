import { createChaosStage } from './pipeline/chaos.ts';
import { createConsoleStage } from './pipeline/console.ts';
import { createControlStage } from './pipeline/control-api.ts';
import { createControlGuard } from './pipeline/control-guard.ts';
import { createFaultStage } from './pipeline/faults.ts';
import { createHostStage } from './pipeline/host.ts';
import { createJournalStage } from './pipeline/journal.ts';
import { createServiceCors } from './pipeline/origin.ts';
import { createPreferenceStage } from './pipeline/preferences.ts';
import { createErrorStage } from './pipeline/refusals.ts';
import { createRequestLogStage } from './pipeline/request-log.ts';
import { createRouteStage } from './pipeline/route.ts';
import { createServiceStage } from './pipeline/service-routes.ts';
import { createWorkspaceStage, createWorkspaceNameStage } from './pipeline/workspace.ts';
import { createExpressServer } from './express-server.ts';
import { compose } from './compose.ts';
import type { Services } from './services.ts';

/** Creates the application: the stages of a request in order. The last stage runs the stages of the operation. */
export function createApp(services: Services) {
  const { app, createServer } = createExpressServer();
  app.use(
    compose(
      createRequestLogStage(services),
      createHostStage(services.access),
      createConsoleStage(),
      createWorkspaceNameStage(),
      createServiceCors(services.access),
      createControlGuard(services.access),
      createWorkspaceStage(services),
      createControlStage(services),
      createJournalStage(services),
      createRouteStage(),
      createPreferenceStage(services),
      createFaultStage(services),
      createChaosStage(services),
      createServiceStage(services),
    ),
  );
  app.use(createErrorStage(services.log));
  return { createServer };
}
