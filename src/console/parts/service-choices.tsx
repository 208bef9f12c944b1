import type { ServiceOperation } from '../api/schemas.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { Choice, toOptions, type ChoiceProps, listNames } from './form.tsx';

// The type requires a key for every operation of the contract.
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

interface ServiceChoiceProps extends Omit<ChoiceProps<string>, 'label' | 'options'> {
  readonly label?: string;
  /** The label of the empty choice. Without the label, the user must choose a value. */
  readonly anyLabel?: string;
}

export function OperationChoice(props: ServiceChoiceProps) {
  return <ValueChoice label="Operation" values={listNames(OPERATIONS)} {...props} />;
}

export function ClientChoice(props: ServiceChoiceProps) {
  const { clients } = useFacts();
  return <ValueChoice label="Client" values={clients.map(({ id }) => id)} {...props} />;
}

interface ValueChoiceProps extends ServiceChoiceProps {
  readonly label: string;
  readonly values: readonly string[];
}

function ValueChoice({ values, anyLabel, ...choice }: ValueChoiceProps) {
  const emptyChoice = anyLabel === undefined ? [] : [{ value: '', text: anyLabel }];
  return <Choice options={[...emptyChoice, ...toOptions(values)]} {...choice} />;
}
