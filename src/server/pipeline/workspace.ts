import type { Request, RequestHandler } from 'express';

import { ControlRefusal } from '../../control/request/control-refusal.ts';
import { getCompiledContract, type CompiledContract } from '../../contract/validators.ts';
import { findWorkspaceOfHost } from '../../http/workspace-host.ts';
import type { ChaosSetting } from '../../store/chaos-setting.ts';
import { compileUnderChaos } from '../../traffic/chaos/contract.ts';
import { DEFAULT_WORKSPACE, UnknownWorkspace } from '../../store/store.ts';
import type { Services } from '../services.ts';

const PREFIX = /^\/w\/([^/?]+)(?=[/?]|$)/;

/**
 * Reads the workspace that a request selects, by the path prefix `/w/{name}`, the header
 * `Flagbearer-Workspace` or the host name `{name}.localhost`. Default: the default workspace.
 */
export function createWorkspaceNameStage(): RequestHandler {
  return (req, _res, next) => {
    const prefix = PREFIX.exec(req.url);
    const names = [
      prefix?.[1],
      ...listWorkspaceHeaders(req),
      findWorkspaceOfHost(req.headers.host),
    ];
    const [name, ...others] = new Set(names.filter((candidate) => candidate !== undefined));
    if (name !== undefined) req.context.workspace = name;
    req.context.selectsSeveralWorkspaces = others.length > 0;
    if (prefix !== null) {
      const url = req.url.slice(prefix[0].length);
      req.url = url.startsWith('/') ? url : `/${url}`;
    }
    next();
  };
}

/** Node joins repeated headers with commas. */
function listWorkspaceHeaders({ headers }: Request): readonly string[] {
  const header = headers['flagbearer-workspace'];
  return typeof header === 'string' ? header.split(/\s*,\s*/) : [];
}

/**
 * Opens the workspace. Its id includes the generation, so a request never uses the state after a later reset.
 *
 * If the sandbox has a control token, names of workspaces must not be discoverable without credentials: a
 * request with wrong credentials to an unknown workspace gets the response of the default workspace.
 */
export function createWorkspaceStage({
  store,
  access,
}: Pick<Services, 'store' | 'access'>): RequestHandler {
  const contracts = new WeakMap<ChaosSetting, CompiledContract>();

  return async (req, _res, next) => {
    const { context } = req;
    if (context.selectsSeveralWorkspaces) {
      throw new ControlRefusal(
        'workspaceConflict',
        'Path, header Flagbearer-Workspace and host name select different workspaces. Use one of them.',
      );
    }
    const opened = await store.open(context.workspace).catch((error: unknown) => {
      if (!(error instanceof UnknownWorkspace) || access.controlToken === undefined) throw error;
      context.unknownWorkspaceError = error;
    });
    if (opened === undefined) {
      const { settings, now, base } = await store.open(DEFAULT_WORKSPACE);
      context.receivedAt = now;
      context.clients = base.clients;
      context.contract = getCompiledContract(settings.dialect);
      next();
      return;
    }
    const { settings, now, base, faults, chaos } = opened;
    // An opened workspace is also its id: name and generation.
    context.workspaceId = opened;
    context.receivedAt = now;
    context.clients = base.clients;
    context.faults = faults;
    context.chaosLevel = chaos.setting.level;
    // A setting of chaos belongs to one workspace, and so to one dialect.
    context.contract =
      contracts.get(chaos.setting) ?? compileUnderChaos(chaos.setting, settings.dialect);
    contracts.set(chaos.setting, context.contract);
    next();
  };
}
