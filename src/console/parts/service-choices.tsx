import type { ServiceOperation } from '../api/schemas.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { Choice } from './field.tsx';
import { listNames } from './names-of.ts';

// A new operation of the contract does not compile until it is listed.
const OPERATIONS: Readonly<Record<ServiceOperation, true>> = {
  startWalletAuth: true,
  authenticateWallet: true,
  addWalletToUser: true,
  sendSmsOtp: true,
  authenticateSmsOtp: true,
  sendEmailOtp: true,
  authenticateEmailOtp: true,
  getUser: true,
};

export function isOperation(text: string): text is ServiceOperation {
  return Object.hasOwn(OPERATIONS, text);
}

interface ServiceChoiceProps<Value extends string> {
  readonly label?: string;
  readonly labelled?: 'visible' | 'hidden';
  /** The label of the empty choice; omitted if a choice is required. */
  readonly any?: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function OperationChoice({
  label = 'Operation',
  any = 'any',
  ...choice
}: ServiceChoiceProps<ServiceOperation | ''>) {
  const options = [
    { value: '' as const, text: any },
    ...listNames(OPERATIONS).map((value) => ({ value, text: value })),
  ];
  return <Choice label={label} options={options} {...choice} />;
}

export function ClientChoice({ label = 'Client', any, ...choice }: ServiceChoiceProps<string>) {
  const { clients } = useFacts();
  const options = [
    ...(any === undefined ? [] : [{ value: '', text: any }]),
    ...clients.map(({ id }) => ({ value: id, text: id })),
  ];
  return <Choice label={label} options={options} {...choice} />;
}
