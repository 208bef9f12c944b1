import { describe, expect, it } from 'vitest';

import { ContractChecker } from '../../contract-checker.ts';
import { useSandbox } from '../../sandbox.ts';
import { dialectCases } from './dialect-cases.ts';
import type { ContractRelation } from './key-behaviour.ts';
import { createWatchedWorkspace } from './watched-workspace.ts';
import type { WatchedWorkspace } from './watched-workspace.ts';

const sandbox = useSandbox();
const titled = dialectCases.map((dialectCase) => [dialectCase.title, dialectCase] as const);

describe('a value of a dialect key, and its effective contract', () => {
  it.each(titled)('%s', async (_title, dialectCase) => {
    const { given = {}, changed, scenario, byDefault, response } = dialectCase;
    const usual = await createWatchedWorkspace(sandbox, given, scenario);
    const other = await createWatchedWorkspace(sandbox, changed, scenario);

    const answeredByDefault = await dialectCase.ask(usual.client(), usual);
    const answered = await dialectCase.ask(other.client(), other);
    expect(answeredByDefault).toEqual(byDefault);
    expect(answered).toEqual(response);
    expect(answered, 'what the default deployment answers').not.toEqual(byDefault);

    const [ofUsual, ofOther] = [await readContract(usual), await readContract(other)];
    expect(ofOther).not.toEqual(ofUsual);

    const usualContract = createChecker(ofUsual);
    const otherContract = createChecker(ofOther);
    expect(listRefused(usualContract, usual)).toEqual([]);
    expect(listRefused(otherContract, other)).toEqual([]);
    const refuses = {
      theChanged: listRefused(usualContract, other).length > 0,
      theDefault: listRefused(otherContract, usual).length > 0,
    };
    expect(getRelation(refuses)).toBe(dialectCase.contract);
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

/** Without the server, which is another in every workspace. */
async function readContract(workspace: WatchedWorkspace): Promise<object> {
  const { status, body } = await workspace.control('/openapi.json');
  expect(status).toBe(200);
  return { ...body, servers: [] };
}

function listRefused(contract: ContractChecker, { exchanges }: WatchedWorkspace): string[] {
  return exchanges.flatMap((exchange) => contract.listProblems(exchange));
}

function getRelation(refuses: { theChanged: boolean; theDefault: boolean }): ContractRelation {
  if (refuses.theChanged) return refuses.theDefault ? 'incompatible' : 'wider';
  return refuses.theDefault ? 'narrower' : 'same';
}
