import { useState } from 'preact/hooks';

import { control } from '../api/control.ts';
import type { Schemas, Transaction } from '../api/schemas.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Button, CopyButton } from '../parts/button.tsx';
import { Choice, TextField, FormDialog, type FormTexts } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { formatInstant } from '../parts/times.ts';
import { changeUser, isLegal, findChange, Reasons, type CardProps } from './changes.tsx';
import { shortenId } from './user-names.ts';

/** Shows the ACH transactions of the user (§3), with the possible changes of each transaction. */
export function TransactionsPanel({ user, changes }: CardProps) {
  const [isAdding, setAdding] = useState(false);
  const submission = findChange(changes, 'submitTransaction', {});
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
      <Reasons changes={[{ label: 'Add transaction', change: submission }]} />
      {user.transactions.length === 0 && <p class="faint">No transaction yet.</p>}
      <ul class="rows">
        {user.transactions.map((transaction) => (
          <TransactionRow
            key={transaction.id}
            user={user}
            changes={changes}
            transaction={transaction}
          />
        ))}
      </ul>
      {isAdding && <AddTransaction userId={user.id} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

interface TransactionRowProps extends CardProps {
  readonly transaction: Transaction;
}

function TransactionRow({ user, changes, transaction }: TransactionRowProps) {
  const { id, key, cryptoStatus, returned, transactionHash, updateTime } = transaction;
  const params = { path: { id } };
  const name = key ?? shortenId(id);
  const settle = (outcome: Schemas['SettlementOutcome'], text: string) =>
    changeUser(
      user.id,
      control.value.POST('/transactions/{id}:settle', { params, body: { outcome } }),
      text,
    );
  const actions = [
    {
      label: 'Settle',
      change: findChange(changes, 'settleTransaction', { outcome: 'success' }, id),
      run: () => settle('success', `${name} is COMPLETE.`),
    },
    {
      label: 'Fail',
      change: findChange(changes, 'settleTransaction', { outcome: 'failure' }, id),
      run: () => settle('failure', `${name} is FAILED.`),
    },
    {
      label: 'Return',
      change: findChange(changes, 'returnTransaction', {}, id),
      run: () =>
        changeUser(
          user.id,
          control.value.POST('/transactions/{id}:return', { params, body: {} }),
          `The bank returned ${name}.`,
        ),
    },
  ];

  return (
    <li class="row">
      <div class="stack tight">
        <p>
          <strong>{name}</strong> <StatusBadge status={cryptoStatus} />{' '}
          {returned && <Badge tone="bad">returned</Badge>}
        </p>
        {transactionHash !== undefined && (
          <p class="faint">
            <code>{shortenId(transactionHash)}</code>{' '}
            <CopyButton text={transactionHash} what="the transaction hash" />
          </p>
        )}
        <p class="faint">Updated {formatInstant(updateTime)}</p>
        <Reasons changes={actions} />
      </div>
      <div class="line row-actions" role="group" aria-label={`Settlement of ${name}`}>
        {actions
          .filter(({ change }) => isLegal(change))
          .map(({ label, run }) => (
            <Button key={label} size="small" onClick={run}>
              {label}
            </Button>
          ))}
      </div>
    </li>
  );
}

const SETTLEMENTS = [
  { value: '', text: 'Manually' },
  { value: 'success', text: 'Automatically, as COMPLETE' },
  { value: 'failure', text: 'Automatically, as FAILED' },
] as const;

/** Submits a transaction for the user. Its first status is PENDING (§3). */
function AddTransaction({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [outcome, setOutcome] = useState<(typeof SETTLEMENTS)[number]['value']>('');

  async function submit({ key, after = '' }: FormTexts) {
    const body = { ...(key && { key }), ...(outcome && { settles: { after, outcome } }) };
    const request = control.value.POST('/users/{ref}/transactions', {
      params: { path: { ref: userId } },
      body,
    });
    await changeUser(userId, request, 'A transaction was submitted. It is PENDING.');
  }

  return (
    <FormDialog
      title="Add a transaction"
      submitLabel="Submit transaction"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name (optional)"
        name="key"
        placeholder="first-purchase"
        pattern="[A-Za-z][A-Za-z0-9\-]{0,62}"
        hint="Letters, digits and hyphens, starting with a letter."
      />
      <Choice label="Settlement" value={outcome} options={SETTLEMENTS} onChange={setOutcome} />
      {outcome !== '' && (
        <TextField
          label="After"
          name="after"
          defaultValue="PT30S"
          required
          mono
          hint="An ISO 8601 duration by the workspace clock: PT30S, PT5M, P1D."
        />
      )}
    </FormDialog>
  );
}
