import { useState } from 'preact/hooks';

import { control } from '../api/control.ts';
import type { KycStatus } from '../api/schemas.ts';
import { KycBadge } from '../parts/badge.tsx';
import { Button, Segments } from '../parts/button.tsx';
import { Choice, toOptions } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import {
  changeUser,
  isLegal,
  updateUser,
  findChange,
  Reasons,
  type CardProps,
} from './changes.tsx';

const STATUSES: readonly KycStatus[] = ['APPROVED', 'IN_REVIEW', 'DECLINED'];

/** Shows the KYC status (§2.7), and sets it directly or by a KYC submission of the user. */
export function KycPanel({ user, changes }: CardProps) {
  const [outcome, setOutcome] = useState<KycStatus>('APPROVED');
  const current = user.kyc?.status;
  const submission = findChange(changes, 'submitKyc', { outcome });

  const set = (kycStatus: KycStatus) =>
    updateUser(user.id, { kycStatus }, `The KYC status is ${kycStatus}.`);
  const submit = () => {
    const init = { params: { path: { ref: user.id } }, body: { outcome } };
    const request = control.value.POST('/users/{ref}:submitKyc', init);
    return changeUser(user.id, request, `KYC was submitted: ${outcome}.`);
  };

  return (
    <Panel title="KYC" clause="2.7" actions={<KycBadge status={current} />}>
      <Segments
        label="Set the KYC status"
        options={toOptions(STATUSES)}
        selected={current}
        onSelect={(status) => status !== current && set(status)}
        isDisabled={(kycStatus) =>
          kycStatus !== current && !isLegal(findChange(changes, 'updateUser', { kycStatus }))
        }
      />
      <div class="form-row">
        <Choice
          label="Outcome of a submission"
          value={outcome}
          options={toOptions(STATUSES)}
          onChange={setOutcome}
        />
        <Button disabled={!isLegal(submission)} onClick={submit}>
          Submit KYC
        </Button>
      </div>
      <Reasons
        changes={[
          ...STATUSES.map((status) => ({
            label: status,
            change: findChange(changes, 'updateUser', { kycStatus: status }),
          })),
          { label: 'Submit KYC', change: submission },
        ]}
      />
    </Panel>
  );
}
