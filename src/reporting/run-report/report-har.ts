import { harOf, type Har } from '../forms/har.ts';
import type { Report } from '../report.ts';

/** A masked value such as `<client secret>`, with which a request cannot be repeated. */
const MASKED = /<[a-z][a-zA-Z -]*>/;

/** Returns the exchanges of the evidence as an HTTP archive; the comment of each names its check. */
export function reportHar({ tool, startedAt, results }: Report): Har {
  const exchanges = results.flatMap(({ id, verdict, evidence }) =>
    evidence.map(({ request: { method, url, headers, body }, response, trouble }) => ({
      startedAt,
      durationMs: response?.durationMs ?? 0,
      request: {
        method,
        url,
        headers,
        body: body === undefined || MASKED.test(body) ? undefined : body,
      },
      response,
      comment: [`${verdict} ${id}`, ...(trouble === undefined ? [] : [trouble])].join(': '),
    })),
  );
  return harOf(exchanges, tool);
}
