import { describe, expect, it } from 'vitest';

import { ContractChecker } from '../../contract-checker.ts';
import { useSandbox } from '../../sandbox.ts';
import { dialectCases } from './dialect-cases.ts';
import type { ContractRelation } from './key-behaviour.ts';
import { workspaceWith } from './watched-workspace.ts';
import type { WatchedWorkspace } from './watched-workspace.ts';

const sandbox = useSandbox();
const titled = dialectCases.map((dialectCase) => [dialectCase.title, dialectCase] as const);

describe('a value of a dialect key, and its effective contract', () => {
  it.each(titled)('%s', async (_title, dialectCase) => {
    const { given = {}, changed, scenario, byDefault, response } = dialectCase;
    const usual = await workspaceWith(sandbox, given, scenario);
    const other = await workspaceWith(sandbox, changed, scenario);

    const answeredByDefault = await dialectCase.ask(usual.client(), usual);
    const answered = await dialectCase.ask(other.client(), other);
    expect(answeredByDefault).toEqual(byDefault);
    expect(answered).toEqual(response);
    expect(answered, 'what the default deployment answers').not.toEqual(byDefault);

    const [ofUsual, ofOther] = [await contractOf(usual), await contractOf(other)];
    expect(ofOther).not.toEqual(ofUsual);

    const usualContract = checkerOf(ofUsual);
    const otherContract = checkerOf(ofOther);
    expect(refusedBy(usualContract, usual)).toEqual([]);
    expect(refusedBy(otherContract, other)).toEqual([]);
    const refuses = {
      theChanged: refusedBy(usualContract, other).length > 0,
      theDefault: refusedBy(otherContract, usual).length > 0,
    };
    expect(relationOf(refuses)).toBe(dialectCase.contract);
  });
});

const checkers = new Map<string, ContractChecker>();

/** Caches compiled documents: most equal that of the default dialect, which is slow to compile. */
function checkerOf(document: object): ContractChecker {
  const text = JSON.stringify(document);
  const checker = checkers.get(text) ?? new ContractChecker(document);
  checkers.set(text, checker);
  return checker;
}

/** Without the server, which is another in every workspace. */
async function contractOf(workspace: WatchedWorkspace): Promise<object> {
  const { status, body } = await workspace.control('/openapi.json');
  expect(status).toBe(200);
  return { ...body, servers: [] };
}

function refusedBy(contract: ContractChecker, { exchanges }: WatchedWorkspace): string[] {
  return exchanges.flatMap((exchange) => contract.problemsOf(exchange));
}

function relationOf(refuses: { theChanged: boolean; theDefault: boolean }): ContractRelation {
  if (refuses.theChanged) return refuses.theDefault ? 'incompatible' : 'wider';
  return refuses.theDefault ? 'narrower' : 'same';
}
