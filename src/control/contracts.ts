/** The documents of a workspace: its contract, the control API, its public keys and its dialect. */
import { controlDocument } from '../contract/control-document.gen.ts';
import { compileUnderChaos } from '../traffic/chaos/contract.ts';
import { getCurrentSigningKey } from '../sessions/signing-key.ts';
import type { ControlHandlers } from './request/handler.ts';
import { getBaseUrl, getControlUrl } from './request/workspace-urls.ts';
import { createServedContract } from './served-contract.ts';

export const contractHandlers = {
  /** GET /openapi.json: the contract, with the workspace as its server, so that tools can send requests. */
  async getOpenApi({ query }, { services, workspaceName, publicUrl }) {
    const { document } = await services.store.read(workspaceName, async ({ chaos, settings }) =>
      compileUnderChaos(chaos.setting, settings.dialect),
    );
    const url = getBaseUrl(workspaceName, publicUrl);
    const served = { ...createServedContract(document), servers: [{ url }] };
    return { status: 200, body: await convertToVersion(query.openapi, served) };
  },

  async getControlApi({ query }, { workspaceName, publicUrl }) {
    const url = getControlUrl(workspaceName, publicUrl);
    const served = { ...controlDocument, servers: [{ url }] };
    return { status: 200, body: await convertToVersion(query.openapi, served) };
  },

  /** GET /jwks.json: creates the key if the workspace has none. */
  async getJwks(_request, { services, workspaceId }) {
    const { store, tokens } = services;
    await getCurrentSigningKey(store, workspaceId, tokens);
    const keys = await store.read(workspaceId, (view) => view.listSigningKeys());
    const jwks = tokens.createJwks(keys);
    return { status: 200, body: { keys: jwks.keys.map((jwk) => ({ ...jwk })) } };
  },

  getDialect: (_request, { services, workspaceName }) =>
    services.store.read(workspaceName, async ({ settings }) => ({
      status: 200,
      body: { version: 1, values: settings.dialect },
    })),
} satisfies ControlHandlers;

async function convertToVersion<Document extends object>(
  version: '3.1' | '3.0' | undefined,
  document: Document,
): Promise<Document> {
  if (version !== '3.0') return document;
  const { convertToOpenApi30 } = await import('../contract/openapi-30.ts');
  return convertToOpenApi30(document) as Document;
}
