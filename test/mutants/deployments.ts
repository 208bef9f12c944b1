/** Targets of runs: sandboxes with a dialect, and the independent server (test/independent) with a variant. */
import type { ConformSettings, DeclaredAccount } from '../../conformance/settings.ts';
import type { Dialect, DialectDocument } from '../../src/dialect/dialect.ts';
import {
  seededAccounts,
  startIndependentServer,
  variants,
  type SeededAccount,
  type Variant,
} from '../independent/server.ts';
import { loadOrThrow } from '../setup/dialect-document.ts';
import { accountsScenario, declaredAccounts, getTestKey } from './accounts.ts';
import { createSettings, sandboxClients, type useTargets } from './sandbox-targets.ts';
import {
  createDialectTraits,
  createVariantTraits,
  type DeploymentTraits,
} from './deployment-traits.ts';

export interface Deployment {
  readonly name: string;
  /** For the independent server, `clients` is empty: its clients are known only after the start. */
  readonly traits: DeploymentTraits;
  /** Null for the independent server, whose dialect is not known before the run. */
  readonly dialect: Dialect | null;
  start(): Promise<RunningDeployment>;
}

export interface RunningDeployment {
  readonly target: string;
  readonly traits: DeploymentTraits;
  /** Returns the settings of a run against the deployment, or against a proxy in front of it. */
  settings(target: string): ConformSettings;
  close(): Promise<void>;
}

/** Creates a deployment that is a workspace of a running sandbox. By default, it has the default dialect. */
export async function createSandboxDeployment(
  targets: ReturnType<typeof useTargets>,
  name = 'default',
  document: DialectDocument = { version: 1, values: {} },
): Promise<Deployment> {
  const dialect = await loadOrThrow(document);
  const accounts = convertAccounts(dialect);
  const traits = createDialectTraits(dialect, { clients: sandboxClients, accounts });
  const users = accountsScenario.users.flatMap((user) => {
    const account = accounts.find((declared) => declared.name === user.key);
    return account === undefined
      ? []
      : [{ ...user, flags: account.flags?.map(({ code }) => code) }];
  });
  const scenario = { ...accountsScenario, users };
  return {
    name: `sandbox ${name}`,
    traits,
    dialect,
    async start() {
      const workspace = await targets.create(document, scenario);
      return {
        target: workspace,
        traits,
        settings: (target) => createSettings(target, { accounts }),
        close: () => targets.delete(workspace),
      };
    },
  };
}

/** Replaces flag codes that the dialect does not have, and removes accounts whose flags have no equivalent. */
function convertAccounts({ flags: { catalogue } }: Dialect): DeclaredAccount[] {
  return declaredAccounts.flatMap((account) => {
    const flags = (account.flags ?? []).map((flag) =>
      catalogue.some(({ code }) => code === flag.code)
        ? flag
        : { ...flag, code: catalogue.find(({ category }) => category === flag.category)?.code },
    );
    const convertedFlags = flags.flatMap(({ code, category }) =>
      code === undefined ? [] : { code, category },
    );
    return convertedFlags.length === flags.length ? { ...account, flags: convertedFlags } : [];
  });
}

/** The accounts of the independent server, and an account with flags of two categories. */
const independentAccounts: readonly SeededAccount[] = [
  ...seededAccounts,
  {
    name: 'Dora Doubt',
    emailAddress: 'dora.doubt@example.test',
    privateKey: getTestKey(60),
    kycStatus: 'DECLINED',
    flags: [
      { code: 'F1002', category: 'Fraud' },
      { code: 'F2001', category: 'KYC Review' },
    ],
  },
];

export type VariantName = keyof typeof variants;

export const variantNames = Object.keys(variants) as VariantName[];

export function createIndependentDeployment(
  name: VariantName,
  changes: Partial<Variant> = {},
): Deployment {
  const variant: Variant = { ...variants[name], ...changes };
  const accounts = independentAccounts.map(toDeclaredAccount);
  return {
    name: `independent ${name}`,
    traits: createVariantTraits(variant, { clients: [], accounts }),
    dialect: null,
    async start() {
      const server = await startIndependentServer({ variant, accounts: [...independentAccounts] });
      const { credentials, secondCredentials, outboxUrl } = server;
      const clients = [credentials, secondCredentials];
      const traits = createVariantTraits(variant, { clients, accounts });
      return {
        target: server.url,
        traits,
        settings: (target) =>
          createSettings(target, {
            client: credentials,
            secondClient: secondCredentials,
            otpSource: {
              kind: 'url',
              template: `${outboxUrl}?channel={channel}&to={destination}`,
            },
            accounts,
          }),
        close: () => server.close(),
      };
    },
  };
}

function toDeclaredAccount(account: SeededAccount): DeclaredAccount {
  return {
    name: account.name,
    emailAddress: account.emailAddress ?? null,
    phoneNumber: account.phoneNumber ?? null,
    privateKey: account.privateKey ?? null,
    kycStatus: account.kycStatus ?? null,
    flags: account.flags ?? [],
    transactions: account.transactions ?? [],
  };
}
