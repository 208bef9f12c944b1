import type { RequestHandler } from 'express';

import { compiledContract } from '../../contract/validators.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Store } from '../../store/store.ts';

const PREFIX = /^\/w\/([^/?]+)(?=[/?]|$)/;

/**
 * Finds the workspace: `/w/{name}` in front of any path names it, else it is the default one. What
 * comes after a reset or a loading is not for a call that came before it.
 */
export function workspace(store: Store): RequestHandler {
  const contracts = new WeakMap<Dialect, CompiledContract>();

  return async (req, _res, next) => {
    const { call } = req;
    const prefix = PREFIX.exec(req.url);
    if (prefix?.[1] !== undefined) {
      call.workspace = prefix[1];
      const rest = req.url.slice(prefix[0].length);
      req.url = rest.startsWith('/') ? rest : `/${rest}`;
    }
    const { name, incarnation, settings, now, base, faults } = await store.open(call.workspace);
    call.held = { name, incarnation };
    call.at = now;
    call.clients = base.clients;
    call.faults = faults;
    const { dialect } = settings;
    let contract = contracts.get(dialect);
    if (contract === undefined) {
      contract = compiledContract(dialect);
      contracts.set(dialect, contract);
    }
    call.contract = contract;
    next();
  };
}
