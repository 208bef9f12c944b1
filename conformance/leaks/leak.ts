import type { HttpRequest, HttpResponse } from '../target/http-request.ts';

/** A secret or identifier that a response must not contain. */
export interface Leak {
  readonly response: HttpResponse;
  /** Description, such as `the client secret`, without the secret itself. */
  readonly what: string;
  readonly place: string;
}

export function serializeRequest({ path, query, headers, body, raw }: HttpRequest): string {
  const rawText = typeof raw === 'string' ? raw : '';
  return [
    path,
    ...Object.values(query),
    ...Object.values(headers),
    JSON.stringify(body),
    rawText,
  ].join('\n');
}
