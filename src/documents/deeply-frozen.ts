/** The value itself, frozen with all that is in it: many share it, and none may change it. */
export function deeplyFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const name in value) deeplyFrozen(value[name]);
    Object.freeze(value);
  }
  return value;
}
