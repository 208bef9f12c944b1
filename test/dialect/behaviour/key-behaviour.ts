/** The cases of a dialect key: the same requests, and the responses that differ per value. */
import type { ClientApp, HttpResponse } from '../../sandbox.ts';
import type { DialectValues, WatchedWorkspace } from './watched-workspace.ts';

/**
 * How the effective contract of a value relates to that of the default dialect, as far as the
 * traffic of the requests shows it:
 * - `incompatible`: each refuses something that the other deployment does;
 * - `wider`: it allows all that the default deployment does, and the deployment does more;
 * - `narrower`: it refuses something that the default deployment does, and nothing else is new;
 * - `same`: no request or response distinguishes them.
 */
export type ContractRelation = 'incompatible' | 'wider' | 'narrower' | 'same';

export interface KeyBehaviour {
  readonly key: string;
  /** The inspected part. */
  readonly about: string;
  /** Values that both deployments have: without them, the key has nothing to decide. */
  readonly given?: DialectValues;
  /** The scenario of both; else that of rita and tom. */
  readonly scenario?: object;
  /** The same requests in both. */
  ask(app: ClientApp, workspace: WatchedWorkspace): Promise<unknown>;
  /** The response of the default deployment. */
  readonly byDefault: unknown;
  readonly contract: ContractRelation;
  readonly values: readonly ValueBehaviour[];
}

export interface ValueBehaviour {
  readonly value: unknown;
  /** The response of a deployment with this value. */
  readonly response: unknown;
  /** Values that it cannot do without: dialect/combinations.ts refuses it alone. */
  readonly along?: DialectValues;
  /** Where it is another than that of the key. */
  readonly contract?: ContractRelation;
}

/** One value of one key. */
export interface DialectCase extends Omit<KeyBehaviour, 'values'> {
  readonly value: unknown;
  readonly response: unknown;
  readonly title: string;
  /** The values of the deployment that is compared with the default one. */
  readonly changed: DialectValues;
}

export function listCases({ values, ...behaviour }: KeyBehaviour): DialectCase[] {
  return values.map(({ value, response, along, contract = behaviour.contract }) => ({
    ...behaviour,
    value,
    response,
    contract,
    title: `${behaviour.key}: ${toShortText(value)}: ${behaviour.about}`,
    changed: { ...behaviour.given, ...along, [behaviour.key]: value },
  }));
}

/** The status of a response, with its cause for a rejection. */
export function toVerdict({ status, body }: HttpResponse): number | string {
  return status < 400 ? status : `${status} ${body.code ?? ''}`.trim();
}

function toShortText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
