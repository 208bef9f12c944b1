import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { Schemas, Transaction } from '../api/schemas.ts';
import { CryptoStatusBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Panel } from '../parts/panel.tsx';
import { instantText } from '../parts/times.ts';
import { workspace } from '../state/route.ts';
import { AddTransaction } from './add-transaction.tsx';
import { isLegal, verdictOn } from './legal-changes.ts';
import type { CardProps } from './card-props.ts';
import { shortAddress } from './user-names.ts';
import { WhyNot } from './why-not.tsx';

/** The ACH transactions of the user (§3), and what can become of each. */
export function TransactionsPanel({ user, changes, change }: CardProps) {
  const [adding, setAdding] = useState(false);
  const submission = verdictOn(changes, 'submitTransaction', {});
  return (
    <Panel
      title="Transactions"
      clause="3"
      actions={
        <Button
          icon="plus"
          size="small"
          disabled={!isLegal(submission)}
          onClick={() => setAdding(true)}
        >
          Add transaction
        </Button>
      }
    >
      <WhyNot changes={[{ label: 'Add transaction', change: submission }]} />
      {user.transactions.length === 0 && <p class="faint">No transaction yet.</p>}
      <ul class="rows">
        {user.transactions.map((transaction) => (
          <TransactionRow key={transaction.id} {...{ user, changes, change, transaction }} />
        ))}
      </ul>
      {adding && <AddTransaction user={user} change={change} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function TransactionRow({
  changes,
  change,
  transaction,
}: CardProps & { readonly transaction: Transaction }) {
  const { id, key, transactionHash, updateTime } = transaction;
  const path = { id };
  const name = key ?? shortAddress(id);
  const judged = {
    succeed: verdictOn(changes, 'settleTransaction', { outcome: 'success' }, id),
    fail: verdictOn(changes, 'settleTransaction', { outcome: 'failure' }, id),
    return: verdictOn(changes, 'returnTransaction', {}, id),
  };

  const settle = (outcome: Schemas['SettlementOutcome'], done: string) =>
    change(done, () =>
      bodyOf(
        control(workspace.value).POST('/transactions/{id}:settle', {
          params: { path },
          body: { outcome },
        }),
      ),
    );
  const giveBack = () =>
    change(`The bank returned ${name}.`, () =>
      bodyOf(
        control(workspace.value).POST('/transactions/{id}:return', { params: { path }, body: {} }),
      ),
    );

  return (
    <li class="row">
      <div class="row-text">
        <p>
          <strong>{name}</strong> <CryptoStatusBadge transaction={transaction} />
        </p>
        {transactionHash !== undefined && (
          <p class="faint">
            <code>{shortAddress(transactionHash)}</code>{' '}
            <CopyButton text={transactionHash} what="the transaction hash" />
          </p>
        )}
        <p class="faint">Updated {instantText(updateTime)}</p>
        <WhyNot
          changes={[
            { label: 'Settle', change: judged.succeed },
            { label: 'Return', change: judged.return },
          ]}
        />
      </div>
      <div class="row-actions" role="group" aria-label={`Settlement of ${name}`}>
        {isLegal(judged.succeed) && (
          <Button size="small" onClick={() => settle('success', `${name} is COMPLETE.`)}>
            Settle
          </Button>
        )}
        {isLegal(judged.fail) && (
          <Button size="small" onClick={() => settle('failure', `${name} is FAILED.`)}>
            Fail
          </Button>
        )}
        {isLegal(judged.return) && (
          <Button size="small" onClick={giveBack}>
            Return
          </Button>
        )}
      </div>
    </li>
  );
}
