import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';

import type { Services } from '../services.ts';
import { CONTROL_PREFIX, isControlPath } from './control-guard.ts';

/** Passes requests under /sandbox to the control API, which is loaded with the first request. */
export function createControlStage(services: Services): RequestHandler {
  let loading: Promise<Router> | undefined;

  return (req, res, next) => {
    if (isControlPath(req.url)) return control(req, res, next);
    next();
    return undefined;
  };

  async function control(req: Request, res: Response, next: NextFunction): Promise<void> {
    if (req.context.unknownWorkspaceError !== undefined) throw req.context.unknownWorkspaceError;
    const url = req.url.replace(CONTROL_PREFIX, '');
    req.url = url.startsWith('/') ? url : `/${url}`;
    loading ??= import('../../control/router.ts').then(({ createControlRouter }) =>
      createControlRouter(services),
    );
    (await loading)(req, res, next);
  }
}
