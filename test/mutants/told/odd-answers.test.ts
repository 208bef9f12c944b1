/** What a discovery and the checks make of answers in other words than the dialect has for them. */
import { describe, it } from 'vitest';
import { answerWith, type Answered, type Exchange } from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { allOperations, answers, refusalsWith } from '../operators/operator.ts';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

/** Every refusal of the service, given otherwise. */
function refusals(change: (answer: Answered, exchange: Exchange) => Answered): Mutate {
  return refusalsWith(allOperations, change);
}

const odd: Readonly<Record<string, Mutate>> = {
  'refusals in plain text': refusals(({ status }) => answerWith(status, 'no', 'text/plain')),
  'refusals in HTML': refusals(({ status }) => answerWith(status, '<p>no</p>', 'text/html')),
  'refusals that are lists': refusals(({ status }) => answerWith(status, [{ code: 'no' }])),
  'refusals that are null': refusals(({ status }) => answerWith(status, 'null')),
  'refusals that are empty objects': refusals(({ status }) => answerWith(status, {})),
  'refusals with a message alone': refusals(({ status }) => answerWith(status, { message: 'no' })),
  'refusals that each operation words in its way': refusals(({ status }, { asked }) =>
    asked.operation?.startsWith('send')
      ? answerWith(status, '', 'text/plain')
      : answerWith(status, { [String(asked.operation)]: 'no' }),
  ),
  'refusals that are all 400': refusals(({ text }) => answerWith(400, text)),
  'refusals that are all 422, without a body': refusals(() => answerWith(422, '')),
  'refusals as a 200': refusals(({ text }) => answerWith(200, text)),
  'refusals as a redirection': refusals(({ text }) => answerWith(302, text)),
  'answers with more in them': answers(allOperations, (body) => ({
    ...body,
    traceId: 'of-all-calls',
    data: null,
  })),
};

describe('of a sandbox with', { timeout: 60_000 }, () => {
  it.for(Object.entries({ 'nothing odd': null, ...odd }))('%s', async ([name, mutate]) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const outcome = await runAgainst(deployment, mutate, { settings: inOrder });
    expectToldInShort('odd-answers', name, outcome);
  });
});

/** The dialect that is taken for granted is that of another deployment. */
describe('of a sandbox that is taken for', { timeout: 60_000 }, () => {
  const names = ['default', 'renamed', 'strict'] as const;
  const mistaken = names.flatMap((name) =>
    names.filter((other) => other !== name).map((other) => ({ name, other })),
  );
  it.for(mistaken)('$other, and is $name', async ({ name, other }) => {
    const deployment = await sandboxDeployment(targets, name, dialects[name]);
    const { dialect: granted } = await sandboxDeployment(targets, other, dialects[other]);
    const outcome = await runAgainst(deployment, null, { granted, settings: inOrder });
    expectToldInShort('mistaken', `${name}, taken for ${other}`, outcome);
  });
});
