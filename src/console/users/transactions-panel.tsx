import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { Schemas, Transaction } from '../api/schemas.ts';
import { CryptoStatusBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Panel } from '../parts/panel.tsx';
import { instantText } from '../parts/times.ts';
import { AddTransaction } from './add-transaction.tsx';
import { isLegal, verdictOn, WhyNot } from './changes.tsx';
import type { CardProps } from './changes.tsx';
import { shortAddress } from './user-names.ts';

/** The ACH transactions of the user (§3), with the possible changes of each. */
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
  const params = { path: { id } };
  const name = key ?? shortAddress(id);
  const settle = (outcome: Schemas['SettlementOutcome']) =>
    bodyOf(control().POST('/transactions/{id}:settle', { params, body: { outcome } }));
  const actions = [
    {
      label: 'Settle',
      change: verdictOn(changes, 'settleTransaction', { outcome: 'success' }, id),
      run: () => change(`${name} is COMPLETE.`, () => settle('success')),
    },
    {
      label: 'Fail',
      change: verdictOn(changes, 'settleTransaction', { outcome: 'failure' }, id),
      run: () => change(`${name} is FAILED.`, () => settle('failure')),
    },
    {
      label: 'Return',
      change: verdictOn(changes, 'returnTransaction', {}, id),
      run: () =>
        change(`The bank returned ${name}.`, () =>
          bodyOf(control().POST('/transactions/{id}:return', { params, body: {} })),
        ),
    },
  ];

  return (
    <li class="row">
      <div class="stack tight">
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
        <WhyNot changes={actions} />
      </div>
      <div class="line row-actions" role="group" aria-label={`Settlement of ${name}`}>
        {actions
          .filter(({ change: verdict }) => isLegal(verdict))
          .map(({ label, run }) => (
            <Button key={label} size="small" onClick={run}>
              {label}
            </Button>
          ))}
      </div>
    </li>
  );
}
