import type { Dialect } from '../dialect/dialect.ts';
import { isErrorCode, getProblemType, refusalMessages } from './effective/refusal-messages.ts';
import type { Detail, ErrorDetail } from './types.ts';

export interface ErrorFacts {
  /** An error code, or a custom code of a fault. */
  readonly code: string;
  readonly message: string;
  readonly details: readonly Detail[];
  /** HTTP status, which a problem detail repeats. */
  readonly status: number;
}

/** A body and its media type; null if the dialect has no error bodies. */
export type ErrorBody =
  | { readonly mediaType: string; readonly body: Readonly<Record<string, unknown>> }
  | { readonly mediaType: null; readonly body: null };

/** The media type of errors in each shape of `errors.body` (§7); null for no body. */
export const errorMediaTypes = {
  flat: 'application/json',
  nested: 'application/json',
  problem: 'application/problem+json',
  empty: null,
} as const satisfies { readonly [Shape in Dialect['errors']['body']]: string | null };

/** Returns details as error bodies show them: without their kind. */
export function formatDetails(details: readonly Detail[]): ErrorDetail[] {
  return details.map(({ pointer, message }) => ({ pointer, message }));
}

/** Returns the body of an error response in the shape of the dialect (`errors.body`, §7). */
export function createErrorBody(
  dialect: Dialect,
  { code, message, details: found, status }: ErrorFacts,
): ErrorBody {
  const details = formatDetails(found);
  switch (dialect.errors.body) {
    case 'flat':
      return { mediaType: errorMediaTypes.flat, body: { code, message, details } };
    case 'nested':
      return { mediaType: errorMediaTypes.nested, body: { error: { code, message, details } } };
    case 'problem':
      return {
        mediaType: errorMediaTypes.problem,
        // RFC 9457, section 3.1; code and details are extension members (section 3.2).
        body: {
          type: getProblemType(code),
          title: isErrorCode(code) ? refusalMessages[code] : message,
          status,
          detail: message,
          code,
          details,
        },
      };
    case 'empty':
      return { mediaType: null, body: null };
  }
}
