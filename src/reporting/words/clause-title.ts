/** The titles of the sections of the interface. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['1', 'Purpose of the service'],
  ['2', 'Resources and their fields'],
  ['2.1', 'Client credentials'],
  ['2.2', 'Crypto wallet identity'],
  ['2.3', 'Challenge'],
  ['2.4', 'Authentication result'],
  ['2.5', 'Phone record'],
  ['2.6', 'Email record'],
  ['2.7', 'User flags and statuses'],
  ['3', 'States and transitions'],
  ['3.1', 'KYC status after submission'],
  ['3.2', 'KYC Review and Fraud flags'],
  ['3.3', 'Transaction Processing flags'],
  ['4', 'Endpoints'],
  ['4.1', 'Wallet start'],
  ['4.2', 'Wallet authenticate'],
  ['4.3', 'Wallet addToUser'],
  ['4.4', 'SMS send'],
  ['4.5', 'SMS authenticate'],
  ['4.6', 'Email send'],
  ['4.7', 'Email authenticate'],
  ['4.8', 'User read'],
  ['5', 'Authentication'],
  ['5.1', 'Client headers of every request'],
  ['5.2', 'Bearer token of the SMS send'],
  ['5.3', 'Wallet flow'],
  ['5.4', 'SMS flow'],
  ['5.5', 'Email flow'],
  ['5.6', 'Account linking'],
  ['5.7', 'Bearer token elsewhere'],
  ['5.8', 'sessionJwt'],
  ['6', 'Events'],
  ['7', 'Errors'],
  ['7.1', 'A message for each flag'],
  ['7.2', 'Personal information'],
  ['7.3', 'Transaction history'],
  ['7.4', 'Fraud flags'],
  ['7.5', 'FAILED crypto status'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
]);

/** Returns `§4.2 Wallet authenticate`. */
export function clauseTitle(clause: string): string {
  const title = TITLES.get(clause);
  return title === undefined ? `§${clause}` : `§${clause} ${title}`;
}
