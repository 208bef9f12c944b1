import { describe, expect, it } from 'vitest';

import { ContractChecker } from '../../contract-checker.ts';
import { useSandbox } from '../../sandbox.ts';
import { dialectCases } from './dialect-cases.ts';
import type { ContractRelation } from './key-behaviour.ts';
import { createRecordingWorkspace, type RecordingWorkspace } from './recording-workspace.ts';

const sandbox = useSandbox();
describe('a value of a dialect key changes the behaviour and the effective contract as expected:', () => {
  it.each(dialectCases)('$title', async (dialectCase) => {
    const { baseValues = {}, changedValues, scenario, defaultResult, result } = dialectCase;
    const defaultWorkspace = await createRecordingWorkspace(sandbox, baseValues, scenario);
    const changedWorkspace = await createRecordingWorkspace(sandbox, changedValues, scenario);

    const actualDefaultResult = await dialectCase.observe(
      defaultWorkspace.client(),
      defaultWorkspace,
    );
    const actualResult = await dialectCase.observe(changedWorkspace.client(), changedWorkspace);
    expect(actualDefaultResult).toEqual(defaultResult);
    expect(actualResult).toEqual(result);
    expect(actualResult, 'the value has no effect').not.toEqual(defaultResult);

    const [defaultDocument, changedDocument] = [
      await readContract(defaultWorkspace),
      await readContract(changedWorkspace),
    ];
    expect(changedDocument).not.toEqual(defaultDocument);

    const defaultContract = createChecker(defaultDocument);
    const changedContract = createChecker(changedDocument);
    expect(listProblems(defaultContract, defaultWorkspace)).toEqual([]);
    expect(listProblems(changedContract, changedWorkspace)).toEqual([]);
    const rejects = {
      changedTraffic: listProblems(defaultContract, changedWorkspace).length > 0,
      defaultTraffic: listProblems(changedContract, defaultWorkspace).length > 0,
    };
    expect(getRelation(rejects)).toBe(dialectCase.contractVersusDefault);
  });
});

const checkers = new Map<string, ContractChecker>();

/** Caches compiled contracts. Most equal the contract of the default dialect, which is slow to compile. */
function createChecker(document: object): ContractChecker {
  const text = JSON.stringify(document);
  const checker = checkers.get(text) ?? new ContractChecker(document);
  checkers.set(text, checker);
  return checker;
}

/** Returns the served contract without the server URL, which is different in every workspace. */
async function readContract(workspace: RecordingWorkspace): Promise<object> {
  const { status, body } = await workspace.control('/openapi.json');
  expect(status).toBe(200);
  return { ...body, servers: [] };
}

function listProblems(contract: ContractChecker, { exchanges }: RecordingWorkspace): string[] {
  return exchanges.flatMap((exchange) => contract.listProblems(exchange));
}

/** @param rejects whether the contract of the other deployment rejects the traffic */
function getRelation(rejects: {
  changedTraffic: boolean;
  defaultTraffic: boolean;
}): ContractRelation {
  if (rejects.changedTraffic) return rejects.defaultTraffic ? 'incompatible' : 'wider';
  return rejects.defaultTraffic ? 'narrower' : 'same';
}
