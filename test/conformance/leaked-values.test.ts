/** Values that a rejection must not contain (§7), and similar harmless values. */
import { describe, expect, it } from 'vitest';
import { assertRejectedWithoutData } from '../../conformance/responses/leaked-values.ts';
import type { Attempt } from '../../conformance/attempt.ts';
import {
  assertNoSecrets,
  type NamedSecret,
} from '../../conformance/hostile-input/leaked-internals.ts';
import { createStartRequest, useScriptedServer, type ScriptedResponse } from './scripted-server.ts';

const server = useScriptedServer();

async function assessBody(body: object): Promise<string> {
  const responses = [{ status: 401, text: JSON.stringify(body) }];
  const { result } = await server.run(responses, async (t) => {
    assertRejectedWithoutData(t, await t.send(createStartRequest(t)), 'a request');
  });
  return `${result.verdict}: ${result.reason}`;
}

describe('a rejection', () => {
  it.each<[string, object]>([
    ['challenge', { challenge: 'sixteen-letters!' }],
    ['sessionJwt', { sessionJwt: 'eyJh.eyJz.c2ln' }],
    ['sessionJwt', { sessionJwt: 'a..' }],
    ['sessionJwt', { sessionJwt: 'a.b.' }],
    ['userMask', { userMask: { id: 'e8a1' } }],
  ])('fails if it contains a %s: %j', async (name, body) => {
    expect(await assessBody(body)).toBe(
      `fail: Expected a rejection of a request without data, got a response with a ${name}.`,
    );
  });

  it.each([
    { challenge: 'fifteen-letters' },
    { sessionJwt: 'none' },
    { sessionJwt: '' },
    { sessionJwt: 'a.b' },
    { sessionJwt: ' a.b.c' },
    { userMask: {} },
    { userMask: null },
    { id: 'e8a1' },
  ])('passes with the body %j', async (body) => expect(await assessBody(body)).toMatch(/^pass/));
});

async function findSecret({
  text = '{}',
  headers = {},
  clientSecret = 'app-secret',
  forbiddenText = { text: 'of-somebody-else', name: 'an id' },
}: Partial<ScriptedResponse> & {
  clientSecret?: string;
  forbiddenText?: NamedSecret;
}): Promise<string> {
  const settings = { client: { clientId: 'app', clientSecret, accessToken: null } };
  const search = async (t: Attempt) =>
    assertNoSecrets(t, [await t.send(createStartRequest(t))], [forbiddenText]);
  const { result } = await server.run([{ status: 400, headers, text }], search, { settings });
  return `${result.verdict}: ${result.reason}`;
}

describe('the search for secrets in a rejection', () => {
  it.each([
    ['<session JWT>', '{"message":"eyJhbGciOi.eyJzdWIi.c2ln"}'],
    ['<session JWT>', '{"message":"of eyJhbGciOi.eyJzdWIi."}'],
    ['an id', '{"message":"of-somebody-else"}'],
  ])('finds %s in %s', async (name, text) => {
    expect(await findSecret({ text })).toBe(`fail: A rejection contains ${name}.`);
  });

  it.each([
    ['a-long-secret', 'fail'],
    // These consist not only of words: `gr33n` has digits, and `a` is too short.
    ['gr33n-hor', 'fail'],
    ['secret-a', 'fail'],
    // These consist of words that an error message can contain by chance.
    ['green-hor', 'pass'],
    ['app-secret', 'pass'],
    // Shorter than eight characters.
    ['s3cret', 'pass'],
    // A term of the interface.
    ['access-token', 'pass'],
  ])('with the secret %s as a word, in any letter case: %s', async (clientSecret, verdict) => {
    const asWord = JSON.stringify({ message: `not ${clientSecret.toUpperCase()}!` });
    expect(await findSecret({ text: asWord, clientSecret })).toMatch(new RegExp(`^${verdict}`));
    // Inside a longer word, the secret is not reported.
    const inWord = JSON.stringify({ message: `${clientSecret}s` });
    expect(await findSecret({ text: inWord, clientSecret })).toMatch(/^pass/);
  });

  it.each([
    '{"message":"eyJhbG.eyJzdWIi.c2ln"}',
    '{"message":"aeyJhbGciOi.eyJzdWIi.c2ln"}',
    '{"message":"-eyJhbGciOi.eyJzdWIi.c2ln"}',
    '{"message":"eyJhbGciOi and eyJzdWIi"}',
  ])('passes the harmless body %s', async (text) =>
    expect(await findSecret({ text })).toMatch(/^pass/),
  );

  it('finds a text with characters outside the Basic Multilingual Plane', async () => {
    const text = '{"name":"Ada \u{1f469}\u{1f3fd}"}';
    const forbiddenText = { text, name: 'the user object' };
    expect(await findSecret({ text, forbiddenText })).toBe(
      'fail: A rejection contains the user object.',
    );
  });

  it('covers all headers except cookies, which gateways set', async () => {
    const clientSecret = 'a-long-secret';
    const findInHeader = (name: string) =>
      findSecret({ headers: { [name]: clientSecret }, clientSecret });
    expect(await findInHeader('x-debug')).toBe('fail: A rejection contains <client secret>.');
    expect(await findInHeader('set-cookie')).toMatch(/^pass/);
  });
});
