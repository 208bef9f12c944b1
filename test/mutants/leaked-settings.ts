/** Verifies that no output contains a secret of the settings, even if the deployment returns the secret. */
import { expect } from 'vitest';
import { runConformance } from '../../conformance/run-conformance.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { accountsScenario, declaredAccounts } from './accounts.ts';
import { parseFields, findText, withBody, type Exchange } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { startMutant } from './mutant-proxy.ts';
import { skipWait } from './run-mutants.ts';
import { createSettings, type useTargets } from './sandbox-targets.ts';
import { createDialectTraits } from './deployment-traits.ts';

/** The secrets contain characters that JSON, URLs and HTML encode differently. */
const clients = [
  {
    clientId: 'canary-app',
    clientSecret: 'canary/S3cret+"of"&<the>=first',
    accessToken: 'canary.Token~of/the+first==',
  },
  {
    clientId: 'other-app',
    clientSecret: "canary\\S3cret'of'the%second",
    accessToken: 'canary.Token-of_the~second',
  },
] as const;

const scenario = {
  ...accountsScenario,
  clients: clients.map(({ clientId, clientSecret, accessToken }) => ({
    id: clientId,
    secret: clientSecret,
    accessToken,
  })),
  users: accountsScenario.users.map((user) => ({ ...user, linkedClients: ['canary-app'] })),
};

const traits = createDialectTraits(defaultDialect, { clients, accounts: declaredAccounts });

const escapeForJson = (text: string) => JSON.stringify(text).slice(1, -1);
const encodings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'in JSON': escapeForJson,
  'in JSON inside JSON': (secret) => escapeForJson(escapeForJson(secret)),
  'in a URL': encodeURIComponent,
  'in a form': (secret) => new URLSearchParams({ s: secret }).toString().slice(2),
  'in HTML': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in base64': (secret) => Buffer.from(secret).toString('base64').replaceAll('=', ''),
  'in base64url': (secret) => Buffer.from(secret).toString('base64url'),
};

/** Formats the whole request, as a careless deployment would log it. */
function formatRequest({ request }: Exchange): string {
  const { 'service-client-secret': secret = '', authorization = '' } = request.headers;
  const secrets = [secret, authorization.replace(/^\w+ /, '')];
  const { headers, text: body, query } = request;
  const encoded = Object.values(encodings).map((encode) => secrets.map(encode).join(' '));
  return [JSON.stringify({ headers, body, query }), ...encoded].join('\n');
}

/** Returns a valid header value. Node limits all headers to 16 KiB. */
const toHeaderValue = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 6000);

/** Mutants that return the secrets of a request, by the place in the responses. */
export const leakedSettings: Readonly<Record<string, Mutate>> = {
  'in headers of all responses and bodies of rejections': async (exchange, memory) => {
    const response = await exchange.forward();
    const echo = toHeaderValue(formatRequest(exchange));
    const headers = { 'www-authenticate': echo, location: echo };
    if (response.status < 400) return { ...response, headers: { ...response.headers, ...headers } };
    const [contentType, text] =
      memory.increment('refusal') % 2 === 0
        ? ['text/html', `<html><pre>${formatRequest(exchange)}</pre></html>`]
        : ['application/json', JSON.stringify({ message: formatRequest(exchange) })];
    return { status: response.status, headers: { ...headers, 'content-type': contentType }, text };
  },
  'in accepted responses': async (exchange) => {
    const response = await exchange.forward();
    if (response.status >= 400) return response;
    const sent = await findLastMessage(exchange);
    return withBody(response, { ...parseFields(response), debug: formatRequest(exchange), sent });
  },
};

/** Returns the newest message of the inbox after a send. */
async function findLastMessage({ request, forward }: Exchange): Promise<unknown> {
  const { operation } = request;
  if (operation !== 'sendSmsOtp' && operation !== 'sendEmailOtp') return null;
  const path = '/sandbox/inbox';
  const inbox = await forward({ ...request, operation: null, method: 'GET', path, text: '' });
  const { items } = parseFields(inbox);
  return Array.isArray(items) ? items.at(-1) : null;
}

type Targets = ReturnType<typeof useTargets>;

/** Runs every check and collects the sessions and codes of the run. */
async function runAgainstLeaks(mutate: Mutate, targets: Targets) {
  const target = await targets.create(undefined, scenario);
  const sessions = new Set<string>();
  const proxy = await startMutant(target, traits, async (exchange, memory) => {
    const forward = async (request = exchange.request) => {
      const response = await exchange.forward(request);
      const session = findText(parseFields(response), 'sessionJwt');
      if (session !== null) sessions.add(session);
      return response;
    };
    return mutate({ ...exchange, forward }, memory);
  });
  try {
    const [client, secondClient] = clients;
    const reasons: string[] = [];
    const outcome = await runConformance(
      createSettings(proxy.url, { client, secondClient, accounts: declaredAccounts }),
      {
        assumedDialect: defaultDialect,
        sleep: skipWait,
        onProgress: (progress) => {
          if (progress.kind === 'checked') reasons.push(progress.result.reason);
        },
      },
    );
    const inbox = await (await fetch(`${target}/sandbox/inbox`)).json();
    const { items } = inbox as { items: { code: string; status: string }[] };
    const usedCodes = items.filter(({ status }) => status === 'used').map(({ code }) => code);
    return { outcome, reasons, sessions: [...sessions], usedCodes };
  } finally {
    await proxy.close();
  }
}

/** Runs against a deployment that returns secrets, and expects no secret in the output. */
export async function expectMaskedSecrets(mutate: Mutate, targets: Targets): Promise<void> {
  const { outcome, reasons, sessions, usedCodes } = await runAgainstLeaks(mutate, targets);
  expect(outcome.stop).toBe(null);
  expect(outcome.results.length).toBeGreaterThan(100);
  expect(sessions.length).toBeGreaterThan(10);

  const output = listTexts([outcome, reasons]).join('\n');
  const secrets = [
    ...clients.flatMap(({ clientSecret, accessToken }) => [clientSecret, accessToken]),
    ...declaredAccounts.flatMap(({ privateKey }) => privateKey ?? []),
    ...sessions,
  ];
  const found = secrets.flatMap((secret) =>
    Object.entries(encodings)
      .filter(([, encode]) => output.includes(encode(secret)))
      .map(([encoding]) => `${secret.slice(0, 40)} ${encoding}`),
  );
  expect(found).toEqual([]);
  expect(usedCodes.length).toBeGreaterThan(3);
  const words = new Set(output.match(/[\w-]+/g));
  const foundCodes = usedCodes.filter((code) => words.has(code));
  expect(foundCodes).toEqual([]);
}

/** Returns all strings in a value, at any depth. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
