const messages = {
  credentials: 'The client credentials are missing or wrong.',
  bearer: 'The bearer token is missing or wrong.',
  path: 'Unknown path.',
  method: 'Unsupported method.',
  contentType: 'The body must be application/json.',
  tooLarge: 'The body is too large.',
  malformed: 'The body is not a JSON object.',
  schema: 'A field is missing, unknown or invalid.',
  challenge: 'The wallet has no outstanding challenge.',
  signature: 'The wallet did not sign its challenge.',
  code: 'The one-time password is wrong or was used.',
  locked: 'There were too many wrong one-time passwords.',
  unknownIdentity: 'No user has this identity.',
  unknownUser: 'Unknown user.',
  fraud: 'The account is restricted.',
  conflict: 'The wallet already belongs to a user.',
};

export type Reason = keyof typeof messages;

export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(messages[reason]);
    this.reason = reason;
  }
}
