import type { Dialect } from '../../dialect/dialect.ts';
import type { Parameter } from '../openapi-document.ts';
import { firstExample, writtenResponses } from './written-examples.ts';

/** The parameter that identifies the user to read, if the session does not (`user.identifiedBy`). */
export function userIdParameters(dialect: Dialect): readonly Parameter[] {
  const { identifiedBy } = dialect.user;
  if (identifiedBy === 'bearerSession') return [];
  const place =
    'query' in identifiedBy
      ? ({ name: identifiedBy.query, in: 'query' } as const)
      : ({ name: identifiedBy.header, in: 'header' } as const);
  return [
    {
      ...place,
      description: 'The id of the user to read.',
      'x-open': 'user.identifiedBy',
      required: true,
      schema: { type: 'string', minLength: 1, maxLength: 128 },
      example: firstExample(writtenResponses('getUser')).id,
    },
  ];
}
