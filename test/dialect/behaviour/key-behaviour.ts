/** Defines cases of a dialect key: the same requests to two deployments, and the two results. */
import type { ClientApp, HttpResponse } from '../../sandbox.ts';
import type { DialectValues } from '../../setup/dialect-document.ts';
import type { RecordingWorkspace } from './recording-workspace.ts';

/**
 * How the effective contract of a value relates to that of the default dialect:
 * - `incompatible`: each contract rejects traffic of the other deployment;
 * - `wider`: only the default contract rejects traffic of the other deployment;
 * - `narrower`: only the contract of the value rejects traffic of the default deployment;
 * - `same`: neither contract rejects traffic of the other deployment.
 */
export type ContractRelation = 'incompatible' | 'wider' | 'narrower' | 'same';

export interface KeyBehaviour {
  readonly key: string;
  /** What `observe` sends or inspects, for the title. */
  readonly description: string;
  /** Dialect values of both deployments. Without them, the key has no effect. */
  readonly baseValues?: DialectValues;
  /** The scenario of both deployments; default: the scenario of `people.ts`. */
  readonly scenario?: object;
  /** Sends requests to a deployment and returns the observed result. */
  observe(app: ClientApp, workspace: RecordingWorkspace): Promise<unknown>;
  /** The result in the default deployment. */
  readonly defaultResult: unknown;
  readonly contractVersusDefault: ContractRelation;
  readonly values: readonly ValueBehaviour[];
}

export interface ValueBehaviour {
  readonly value: unknown;
  /** The result in a deployment with this value. */
  readonly result: unknown;
  /** Values of other keys that dialect/combinations.ts requires for this value. */
  readonly requiredValues?: DialectValues;
  /** Default: `contractVersusDefault` of the key. */
  readonly contractVersusDefault?: ContractRelation;
}

/** One value of one key. */
export interface DialectCase extends Omit<KeyBehaviour, 'values'> {
  readonly value: unknown;
  readonly result: unknown;
  readonly title: string;
  /** The values of the deployment that is compared with the default one. */
  readonly changedValues: DialectValues;
}

export function listCases({ values, ...behaviour }: KeyBehaviour): DialectCase[] {
  return values.map(
    ({
      value,
      result,
      requiredValues,
      contractVersusDefault = behaviour.contractVersusDefault,
    }) => ({
      ...behaviour,
      value,
      result,
      contractVersusDefault,
      title: `${behaviour.key}: ${toShortText(value)}: ${behaviour.description}`,
      changedValues: { ...behaviour.baseValues, ...requiredValues, [behaviour.key]: value },
    }),
  );
}

/** Returns the status of a response. For a rejection, adds the cause: `401 bearer`. */
export function formatStatusAndCode({ status, body }: HttpResponse): number | string {
  return status < 400 ? status : `${status} ${body.code ?? ''}`.trim();
}

function toShortText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
