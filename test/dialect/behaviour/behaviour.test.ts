import { describe, expect, it } from 'vitest';

import { ContractChecker } from '../../contract-checker.ts';
import { useSandbox } from '../../sandbox.ts';
import { dialectCases } from './dialect-cases.ts';
import type { ContractRelation } from './key-behaviour.ts';
import { createWatchedWorkspace } from './watched-workspace.ts';
import type { WatchedWorkspace } from './watched-workspace.ts';

const sandbox = useSandbox();
describe('a value of a dialect key changes the behaviour and the effective contract as expected:', () => {
  it.each(dialectCases)('$title', async (dialectCase) => {
    const { baseValues = {}, changed, scenario, defaultResult, result } = dialectCase;
    const defaultWorkspace = await createWatchedWorkspace(sandbox, baseValues, scenario);
    const changedWorkspace = await createWatchedWorkspace(sandbox, changed, scenario);

    const actualDefault = await dialectCase.observe(defaultWorkspace.client(), defaultWorkspace);
    const actual = await dialectCase.observe(changedWorkspace.client(), changedWorkspace);
    expect(actualDefault).toEqual(defaultResult);
    expect(actual).toEqual(result);
    expect(actual, 'the value has no effect').not.toEqual(defaultResult);

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
    expect(getRelation(rejects)).toBe(dialectCase.contract);
  });
});

const checkers = new Map<string, ContractChecker>();

/** Caches compiled documents: most equal that of the default dialect, which is slow to compile. */
function createChecker(document: object): ContractChecker {
  const text = JSON.stringify(document);
  const checker = checkers.get(text) ?? new ContractChecker(document);
  checkers.set(text, checker);
  return checker;
}

/** Returns the served contract without the server URL, which is different in every workspace. */
async function readContract(workspace: WatchedWorkspace): Promise<object> {
  const { status, body } = await workspace.control('/openapi.json');
  expect(status).toBe(200);
  return { ...body, servers: [] };
}

function listProblems(contract: ContractChecker, { exchanges }: WatchedWorkspace): string[] {
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
