/** What there is to learn from one call. */
import type { OperationId } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { pathOf, queryOf } from '../../http/request-head.ts';
import { headersByName, isAccepted, jsonIn, type SeenCall } from '../seen-call.ts';
import { isJsonObject } from '../../documents/json-object.ts';
import type { Control, Decide } from './controls.ts';
import type { Traces } from './traces.ts';

export interface Lesson {
  readonly operationId: OperationId;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there is no bearer. */
  readonly bearer: string | null;
  /** The fields of the request; null where its body is no object. */
  readonly sent: Fields | null;
  readonly call: SeenCall;
  readonly status: number;
  readonly accepted: boolean;
  /** JSON; undefined where the answer has none. */
  readonly answer: unknown;
  /** What the calls before have shown. */
  readonly traces: Traces;
  /** What is known by now. */
  readonly dialect: Dialect;
  /** @param change see `Decisions.decide` */
  readonly decide: Decide;
  /** What the calls before have decided; undefined where they have not. */
  decided(key: string): unknown;
  /** Learns from a refusal once its caller is known to be accepted otherwise: now, or by a later call. */
  onceAccepted(control: Control, learn: (decide: Decide) => void): void;
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsIn(value: unknown): Fields | null {
  return isJsonObject(value) ? value : null;
}

export function textAt(fields: Fields | null | undefined, name: string): string | null {
  const value = fields?.[name];
  return typeof value === 'string' ? value : null;
}

/** Whether the dialect can say the name of a field. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && name !== 'none' && name !== '__proto__';
}

type Given = Pick<
  Lesson,
  'operationId' | 'traces' | 'dialect' | 'decide' | 'decided' | 'onceAccepted'
>;

/** @returns undefined for a call that has no answer of the deployment */
export function lessonOf(call: SeenCall, given: Given): Lesson | undefined {
  const { request, answer, trouble } = call;
  if (answer === null || trouble !== null) return undefined;
  const headers = headersByName(request.headers);
  const bearer = /^bearer +(?<token>\S+)/i.exec(headers['authorization'] ?? '');
  return {
    ...given,
    path: pathOf(request.url),
    query: new URLSearchParams(queryOf(request.url)),
    headers,
    bearer: bearer?.groups?.['token'] ?? null,
    sent: fieldsIn(jsonIn(request.body)),
    call,
    status: answer.status,
    accepted: isAccepted(call),
    answer: jsonIn(answer.body),
  };
}
