import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';

import type { Services } from '../services.ts';
import { controlGuard } from './control-guard.ts';

const PREFIX = /^\/sandbox(?=[/?]|$)/;

/** Whether a path, behind that of its workspace, is one of the control API. */
export function isOfControl(url: string): boolean {
  return PREFIX.test(url);
}

/** Hands what is under /sandbox to the control API, which is loaded at its first call. */
export function controlApi(services: Services): RequestHandler {
  const guard = controlGuard(services.access);
  let loading: Promise<Router> | undefined;

  return (req, res, next) => {
    // Most calls pass here: they cost no promise.
    if (isOfControl(req.url)) return control(req, res, next);
    next();
    return undefined;
  };

  async function control(req: Request, res: Response, next: NextFunction): Promise<void> {
    const rest = req.url.replace(PREFIX, '');
    req.url = rest.startsWith('/') ? rest : `/${rest}`;
    req.call.area = 'control';
    guard(req);
    loading ??= import('../../control/router.ts').then(({ controlRouter }) =>
      controlRouter(services.control),
    );
    (await loading)(req, res, next);
  }
}
