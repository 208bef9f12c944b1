/** Freezes a value with all its parts, because it is shared, and returns it. */
export function freezeDeeply<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const name in value) freezeDeeply(value[name]);
    Object.freeze(value);
  }
  return value;
}
