import { useState } from 'preact/hooks';

import { readBody, getControlClient } from '../api/control.ts';
import type { KycStatus } from '../api/schemas.ts';
import { KycBadge } from '../parts/badge.tsx';
import { Button, Segments } from '../parts/button.tsx';
import { Choice, toOptions } from '../parts/field.tsx';
import { Panel } from '../parts/panel.tsx';
import { isLegal, updateUser, findVerdict, WhyNot, type CardProps } from './changes.tsx';

const STATUSES: readonly KycStatus[] = ['APPROVED', 'IN_REVIEW', 'DECLINED'];

/** The KYC status (§2.7), which can be set directly or by a KYC submission of the user. */
export function KycPanel({ user, changes, change }: CardProps) {
  const [outcome, setOutcome] = useState<KycStatus>('APPROVED');
  const current = user.kyc?.status;
  const submission = findVerdict(changes, 'submitKyc', { outcome });

  const set = (kycStatus: KycStatus) =>
    change(`The KYC status is ${kycStatus}.`, () => updateUser(user.id, { kycStatus }));
  const submit = () => {
    const params = { path: { ref: user.id } };
    return change(`KYC was submitted: ${outcome}.`, () =>
      readBody(getControlClient().POST('/users/{ref}:submitKyc', { params, body: { outcome } })),
    );
  };

  return (
    <Panel title="KYC" clause="2.7" actions={<KycBadge status={current} />}>
      <Segments
        label="Set the KYC status"
        options={toOptions(STATUSES)}
        chosen={current}
        onChoose={(status) => status !== current && set(status)}
        isDisabled={(kycStatus) =>
          kycStatus !== current && !isLegal(findVerdict(changes, 'updateUser', { kycStatus }))
        }
      />
      <div class="form-row">
        <Choice
          label="Outcome of a submission"
          value={outcome}
          options={toOptions(STATUSES)}
          onChange={setOutcome}
        />
        <Button disabled={submission?.verdict === 'illegal'} onClick={submit}>
          Submit KYC
        </Button>
      </div>
      <WhyNot
        changes={[
          ...STATUSES.map((status) => ({
            label: status,
            change: findVerdict(changes, 'updateUser', { kycStatus: status }),
          })),
          { label: 'Submit KYC', change: submission },
        ]}
      />
    </Panel>
  );
}
