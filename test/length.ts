/**
 * How long the tests are. Some prove the same with more of it: of those `npm test` runs a short form, and
 * `npm run test:long`, which `.ci/run` has too, the whole.
 */
export const isLong = process.env['FLAGBEARER_TESTS'] === 'long';

/** @returns which of two applies, such as how many cases there are */
export function inLength<Value>({
  short,
  long,
}: {
  readonly short: Value;
  readonly long: Value;
}): Value {
  return isLong ? long : short;
}
