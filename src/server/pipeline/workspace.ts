import type { RequestHandler } from 'express';

import { compiledContract, type CompiledContract } from '../../contract/validators.ts';
import { DEFAULT_WORKSPACE } from '../../control/call/workspace-urls.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { ChaosSetting } from '../../store/state.ts';
import { contractUnder } from '../../traffic/chaos/contract.ts';
import { UnknownWorkspace } from '../../store/store.ts';
import type { Services } from '../services.ts';

const PREFIX = /^\/w\/([^/?]+)(?=[/?]|$)/;

/** Reads which workspace is meant: `/w/{name}` in front of any path names it, else it is the default one. */
export function workspaceName(): RequestHandler {
  return (req, _res, next) => {
    const prefix = PREFIX.exec(req.url);
    if (prefix?.[1] !== undefined) {
      req.call.workspace = prefix[1];
      const rest = req.url.slice(prefix[0].length);
      req.url = rest.startsWith('/') ? rest : `/${rest}`;
    }
    next();
  };
}

/**
 * Holds the workspace: what comes after a reset or a loading is not for a call that came before it.
 *
 * Where there is a control token, nobody is to find out by trying which workspaces there are: a call of one
 * that is unknown is refused as one of the start dialect refuses a call with wrong credentials.
 */
export function workspace({ store, access }: Pick<Services, 'store' | 'access'>): RequestHandler {
  const contractOf = contractFinder();

  return async (req, _res, next) => {
    const { call } = req;
    const opened = await store.open(call.workspace).catch((error: unknown) => {
      if (!(error instanceof UnknownWorkspace) || access.controlToken === undefined) throw error;
      call.unknown = error;
    });
    if (opened === undefined) {
      const { settings, now, base } = await store.open(DEFAULT_WORKSPACE);
      call.at = now;
      call.clients = base.clients;
      call.contract = compiledContract(settings.dialect);
      next();
      return;
    }
    const { settings, now, base, faults, chaos } = opened;
    call.held = opened;
    call.at = now;
    call.clients = base.clients;
    call.faults = faults;
    call.chaosLevel = chaos.setting.level;
    call.contract = contractOf(settings.dialect, chaos.setting);
    next();
  };
}

/** Finds the contract by the dialect, or by the chaos that opens it; neither ever changes. */
function contractFinder(): (dialect: Dialect, chaos: ChaosSetting) => CompiledContract {
  const contracts = new WeakMap<Dialect | ChaosSetting, CompiledContract>();
  return (dialect, chaos) => {
    const owner = chaos.level === 'off' ? dialect : chaos;
    let contract = contracts.get(owner);
    if (contract === undefined) {
      contract = contractUnder(chaos, dialect);
      contracts.set(owner, contract);
    }
    return contract;
  };
}
