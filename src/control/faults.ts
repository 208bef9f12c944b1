import { ONLY } from '../store/parts.ts';
import type { Fault } from '../contract/control-words.ts';
import type { View } from '../store/store.ts';
import { appendedFault, faultsFrom } from './fault-rules.ts';
import type { ControlHandler, ControlSchemas } from './request/handler.ts';

/** GET /faults */
export const getFaults: ControlHandler<'getFaults'> = (_request, { services, workspace }) =>
  services.store.read(workspace, async ({ faults }) => ({ status: 200, body: shown(faults) }));

/** PUT /faults: all of them anew, with no strike counted. */
export const setFaults: ControlHandler<'setFaults'> = async (
  { body },
  { services, workspaceId },
) => {
  const faults = faultsFrom(body.rules);
  await services.store.write(workspaceId, (unit) => unit.put('faults', ONLY, faults));
  return { status: 200, body: shown(faults) };
};

/** POST /faults: one more, behind those that are there, whose strikes stay counted. */
export const addFault: ControlHandler<'addFault'> = ({ body }, { services, workspaceId }) =>
  services.store.write(workspaceId, async (unit) => {
    const fault = appendedFault(unit.faults, body);
    await unit.put('faults', ONLY, [...unit.faults, fault]);
    return { status: 201, body: { ...fault } };
  });

/** DELETE /faults */
export const clearFaults: ControlHandler<'clearFaults'> = async (
  _request,
  { services, workspaceId },
) => {
  await services.store.write(workspaceId, (unit) => unit.put('faults', ONLY, []));
  return { status: 200, body: shown([]) };
};

function shown(faults: View['faults']): ControlSchemas['Faults'] {
  return { rules: faults.map((fault: Fault) => ({ ...fault })) };
}
