import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { KycStatus } from '../api/schemas.ts';
import { KycBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Choice, plainOptions } from '../parts/field.tsx';
import { Panel } from '../parts/panel.tsx';
import { workspace } from '../state/route.ts';
import { isLegal, verdictOn } from './legal-changes.ts';
import type { CardProps } from './card-props.ts';
import { WhyNot } from './why-not.tsx';

const STATUSES: readonly KycStatus[] = ['APPROVED', 'IN_REVIEW', 'DECLINED'];

/** The KYC status (§2.7): set outright, or by a submission, which is a write of the user. */
export function KycPanel({ user, changes, change }: CardProps) {
  const [outcome, setOutcome] = useState<KycStatus>('APPROVED');
  const path = { ref: user.id };
  const present = user.kyc?.status;
  const submission = verdictOn(changes, 'submitKyc', { outcome });

  const set = (kycStatus: KycStatus) =>
    change(`The KYC status is ${kycStatus}.`, () =>
      bodyOf(
        control(workspace.value).PATCH('/users/{ref}', { params: { path }, body: { kycStatus } }),
      ),
    );
  const submit = () =>
    change(`KYC was submitted: ${outcome}.`, () =>
      bodyOf(
        control(workspace.value).POST('/users/{ref}:submitKyc', {
          params: { path },
          body: { outcome },
        }),
      ),
    );

  return (
    <Panel title="KYC" clause="2.7" actions={<KycBadge status={present} />}>
      <div class="segments" role="group" aria-label="Set the KYC status">
        {STATUSES.map((status) => (
          <Button
            key={status}
            size="small"
            pressed={status === present}
            disabled={
              status !== present &&
              !isLegal(verdictOn(changes, 'updateUser', { kycStatus: status }))
            }
            onClick={status === present ? undefined : () => set(status)}
          >
            {status}
          </Button>
        ))}
      </div>
      <div class="form-row">
        <Choice
          label="Outcome of a submission"
          value={outcome}
          options={plainOptions(STATUSES)}
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
            change: verdictOn(changes, 'updateUser', { kycStatus: status }),
          })),
          { label: 'Submit KYC', change: submission },
        ]}
      />
    </Panel>
  );
}
