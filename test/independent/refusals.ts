const messages = {
  credentials: 'The client credentials are missing or wrong.',
  bearer: 'The bearer token is missing or wrong.',
  path: 'There is nothing here.',
  method: 'This method is not served here.',
  contentType: 'The body has to be application/json.',
  tooLarge: 'The body is too large.',
  malformed: 'The body is not a JSON object.',
  schema: 'A field is missing, unknown or of the wrong form.',
  challenge: 'There is no challenge to answer.',
  signature: 'The signature is not one of the challenge by this wallet.',
  code: 'The one-time password is wrong or was used.',
  locked: 'There were too many wrong one-time passwords.',
  unknownIdentity: 'Nobody has this identity.',
  unknownUser: 'Unknown user.',
  fraud: 'The account is restricted.',
  conflict: 'The wallet has a user already.',
};

export type Reason = keyof typeof messages;

export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(messages[reason]);
    this.reason = reason;
  }
}
