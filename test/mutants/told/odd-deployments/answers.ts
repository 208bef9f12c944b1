/** A service that is there now and then, and answers of other kinds. */
import { answerWith, withHeaders, without, type Answered } from '../../exchange.ts';
import type { Mutate } from '../../mutate.ts';
import { hits, refusalsWith, rewrites } from '../../operators/operator.ts';
import { byCode, signIns, type OddDeployments } from './odd-deployment.ts';

/** Calls from one on, of those to the service. */
function from(first: number, instead: Mutate, until = Infinity): Mutate {
  return async (exchange, memory) => {
    if (exchange.asked.operation === null) return exchange.forward();
    const count = memory.count('calls');
    return count < first || count >= until ? exchange.forward() : instead(exchange, memory);
  };
}

const always =
  (answer: Answered): Mutate =>
  () =>
    Promise.resolve(answer);

export const oddAnswers: OddDeployments = {
  'reads that are limited': async (exchange) =>
    hits(exchange, 'getUser') ? answerWith(429, {}) : exchange.forward(),
  'answers without a body to what needs none': rewrites('addWalletToUser', () => ({
    status: 204,
    headers: {},
    text: '',
  })),
  'answers that are called text': rewrites(signIns, (answer) => ({
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/plain' },
  })),
  'answers whose Content-Type is missing': rewrites('startWalletAuth', (answer) => ({
    ...answer,
    headers: without(answer.headers, 'content-type') as Answered['headers'],
  })),
  'wallets that have to be added as text/plain': async (exchange) => {
    if (!hits(exchange, 'addWalletToUser')) return exchange.forward();
    const { asked, forward } = exchange;
    const isText = asked.headers['content-type']?.startsWith('text/plain') ?? false;
    return isText
      ? forward(withHeaders(asked, { 'content-type': 'application/json' }))
      : answerWith(415, {});
  },
  'a refusal as a 200 that has an error in words': refusalsWith(byCode, () =>
    answerWith(200, { error: 'wrong code' }),
  ),
  'a refusal as a 200 that has a list of errors': refusalsWith(['addWalletToUser', ...byCode], () =>
    answerWith(200, { errors: ['no'] }),
  ),
  'a service that is gone after 40 calls': from(40, always(answerWith(503, ''))),
  'a service that is gone after 150 calls': from(
    150,
    always(answerWith(502, '<p>no</p>', 'text/html')),
  ),
  'a service that is gone for a while': from(60, always(answerWith(500, {})), 75),
  'a service that is busy after 100 calls': from(
    100,
    always({ ...answerWith(429, {}), headers: { 'retry-after': '3600' } }),
  ),
  'a service that forgets its clients after 120 calls': from(120, always(answerWith(401, {}))),
};
