/** Types of requests and responses of control.yaml. */
import type { components, operations } from '../../contract/control.gen.ts';
import type { ControlContext } from './context.ts';

export type ControlOperationId = keyof operations;

export type ControlSchemas = components['schemas'];

export interface ControlRequest<Id extends ControlOperationId> {
  readonly path: ParametersOrNone<operations[Id]['parameters']['path']>;
  readonly query: ParametersOrNone<operations[Id]['parameters']['query']>;
  /** Headers, with the names of the document. */
  readonly header: ParametersOrNone<operations[Id]['parameters']['header']>;
  readonly body: BodyOf<operations[Id]>;
  /** The media type of the response, negotiated by Accept. If `format` is in the query, it replaces Accept. */
  readonly mediaType: keyof ContentOf<Success<Id>>;
}

/** A response to an accepted request. Refusals are thrown. */
export type ControlResponse<Id extends ControlOperationId> = {
  [Status in SuccessStatus<Id>]: OperationResponse<
    Status,
    ContentOf<operations[Id]['responses'][Status]>
  >;
}[SuccessStatus<Id>];

/** @throws ControlRefusal, or an error of domain or store that `to-control-refusal.ts` knows */
export type ControlHandler<Id extends ControlOperationId> = (
  request: ControlRequest<Id>,
  context: ControlContext,
) => Promise<ControlResponse<Id>>;

export type ControlHandlers = { readonly [Id in ControlOperationId]?: ControlHandler<Id> };

type SuccessStatus<Id extends ControlOperationId> = Extract<
  keyof operations[Id]['responses'],
  200 | 201 | 204
>;

type Success<Id extends ControlOperationId> = operations[Id]['responses'][SuccessStatus<Id>];

type ContentOf<Response> = Response extends { content: infer Content } ? Content : never;

/** JSON is the default media type. Events are sent one by one. */
type OperationResponse<Status, Content> = [Content] extends [never]
  ? { readonly status: Status }
  : {
      [MediaType in keyof Content]: MediaType extends 'application/json'
        ? { readonly status: Status; readonly body: Content[MediaType] }
        : MediaType extends 'text/event-stream'
          ? {
              readonly status: Status;
              readonly mediaType: MediaType;
              readonly chunks: AsyncIterable<string>;
            }
          : {
              readonly status: Status;
              readonly mediaType: MediaType;
              readonly body: Content[MediaType];
            };
    }[keyof Content];

type ParametersOrNone<Parameters> = [NonNullable<Parameters>] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<NonNullable<Parameters>>;

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Operation extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined;
