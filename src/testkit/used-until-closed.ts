/** Hands a value to a test, and closes it when the test is over. @throws what the test or `close` throws */
export async function usedUntilClosed<Value extends { close(): Promise<void> }>(
  value: Value,
  use: (value: Value) => Promise<void>,
): Promise<void> {
  try {
    await use(value);
  } finally {
    await value.close();
  }
}
