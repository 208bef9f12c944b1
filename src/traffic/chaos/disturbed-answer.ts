/** What chaos does to an accepted answer, before it is held against the contract. */
import type { ChaosKind } from '../../contract/control-words.ts';
import { writeAnswer } from '../../contract/wire.ts';
import type { Answer, OperationId, UserObject } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { ChaosPlan } from './plan.ts';
import { withUnknownFields } from './unknown-fields.ts';
import { withUnknownFlag } from './unknown-flag.ts';

/**
 * Writes an answer in the words of the dialect, with what is planned.
 *
 * @param about.mark is told each kind that was applied
 */
export function disturbed<Id extends OperationId>(
  operationId: Id,
  answer: Answer<Id>,
  {
    dialect,
    plan,
    mark,
  }: {
    readonly dialect: Dialect;
    readonly plan: ChaosPlan | undefined;
    readonly mark: (kind: ChaosKind) => void;
  },
): unknown {
  if (plan === undefined || plan.kinds.size === 0) {
    return writeAnswer(operationId, answer, dialect);
  }
  if (plan.kinds.has('challengePhrase')) mark('challengePhrase');
  const flagged = plan.kinds.has('unknownFlag') ? withFlag(plan) : answer;
  const body = writeAnswer(operationId, flagged, dialect);
  if (!plan.kinds.has('unknownFields')) return body;
  const extended = withUnknownFields(body, dialect, plan.bytes('fields'));
  if (extended !== body) mark('unknownFields');
  return extended;

  function withFlag({ bytes }: ChaosPlan): Answer<Id> {
    // It is planned for the user read only, whose answer is a user.
    mark('unknownFlag');
    return withUnknownFlag(answer as UserObject, dialect, bytes('flag')) as Answer<Id>;
  }
}
