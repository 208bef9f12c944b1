/** Provides a value to a test and closes it afterwards. @throws errors of the test and of `close` */
export async function useAndClose<Value extends { close(): Promise<void> }>(
  value: Value,
  use: (value: Value) => Promise<void>,
): Promise<void> {
  try {
    await use(value);
  } finally {
    await value.close();
  }
}
