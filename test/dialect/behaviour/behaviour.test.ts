import { describe, expect, it } from 'vitest';

import { useSandbox } from '../../sandbox.ts';
import { dialectCases } from './dialect-cases.ts';
import { workspaceWith } from './watched-workspace.ts';

const sandbox = useSandbox();
const titled = dialectCases.map((dialectCase) => [dialectCase.title, dialectCase] as const);

describe('a value of a dialect key', () => {
  it.each(titled)('%s', async (_title, dialectCase) => {
    const { given = {}, changed, scenario, byDefault, answer } = dialectCase;
    const usual = await workspaceWith(sandbox, given, scenario);
    const other = await workspaceWith(sandbox, changed, scenario);

    const answeredByDefault = await dialectCase.ask(usual.client(), usual);
    const answered = await dialectCase.ask(other.client(), other);

    expect(answeredByDefault).toEqual(byDefault);
    expect(answered).toEqual(answer);
    expect(answered, 'what the default deployment answers').not.toEqual(byDefault);
  });
});
