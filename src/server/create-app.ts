import type { Server } from 'node:http';

import { controlApi } from './pipeline/control-api.ts';
import { faults } from './pipeline/faults.ts';
import { hostCheck } from './pipeline/host.ts';
import { journal } from './pipeline/journal.ts';
import { serviceCors } from './pipeline/origin.ts';
import { preferences } from './pipeline/preferences.ts';
import { refusals } from './pipeline/refusals.ts';
import { requestLog } from './pipeline/request-log.ts';
import { route } from './pipeline/route.ts';
import { service } from './pipeline/service-routes.ts';
import { workspace } from './pipeline/workspace.ts';
import { expressServer } from './express-server.ts';
import type { Services } from './services.ts';

/** The path of a request, from top to bottom. `service` goes on inside an operation's route. */
export function createApp(services: Services): { createServer(): Server } {
  const { app, createServer } = expressServer();
  app.use(requestLog(services));
  app.use(hostCheck(services.access));
  app.use(workspace(services.store));
  app.use(controlApi(services));
  app.use(serviceCors(services.access));
  app.use(journal(services));
  app.use(route());
  app.use(preferences(services));
  app.use(faults(services));
  app.use(service(services));
  app.use(refusals(services.log));
  return { createServer };
}
