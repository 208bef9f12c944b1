import type { SandboxUser } from '../api/schemas.ts';
import { Badge } from '../parts/badge.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { namesOf } from '../parts/names-of.ts';
import { Panel } from '../parts/panel.tsx';
import { FixedCodeForm } from './fixed-code-form.tsx';

const PERSONAL_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Born',
  streetAddress: 'Street',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  countryCode: 'Country',
} as const satisfies Record<keyof SandboxUser['personalInformation'], string>;

/** The identities of the user, and the linked applications. */
export function IdentitiesPanel({ user }: { readonly user: SandboxUser }) {
  const { phoneNumber, emailAddress, wallets, linkedClients, personalInformation } = user;
  const personal = namesOf(PERSONAL_LABELS).flatMap((name) => {
    const value = personalInformation[name];
    return value === undefined ? [] : [{ label: PERSONAL_LABELS[name], value }];
  });
  return (
    <Panel title="Identities and person" clause="5.6">
      <dl class="facts">
        <dt>Phone</dt>
        <dd>
          {phoneNumber === null ? (
            <None />
          ) : (
            <Identity text={phoneNumber} what="the phone number" />
          )}
        </dd>
        <dt>Email</dt>
        <dd>
          {emailAddress === null ? (
            <None />
          ) : (
            <Identity text={emailAddress} what="the email address" />
          )}
        </dd>
        <dt>Wallets</dt>
        <dd>
          {wallets.length === 0 && <None />}
          {wallets.map(({ address, network, type, status }) => (
            <div key={`${address} ${network ?? ''} ${type ?? ''}`} class="wallet">
              <Identity text={address} what="the wallet address" />
              <Badge tone={status === 'verified' ? 'good' : 'warn'}>{status}</Badge>
              <Badge tone="plain">{network ?? type}</Badge>
            </div>
          ))}
        </dd>
        <dt>Linked clients</dt>
        <dd>{linkedClients.length === 0 ? <None /> : linkedClients.join(', ')}</dd>
        {personal.map(({ label, value }) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      {(phoneNumber ?? emailAddress) !== null && <FixedCodeForm user={user} />}
    </Panel>
  );
}

function None() {
  return <span class="faint">none</span>;
}

function Identity({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span class="identity">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
