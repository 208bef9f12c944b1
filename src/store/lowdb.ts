/** Documents of lowdb. The adapter is named outright: its presets choose one by NODE_ENV. */
import { Low, Memory } from 'lowdb';

/** A document in memory. */
export function memoryDocument<Data>(data: Data): Low<Data> {
  return new Low<Data>(new Memory(), data);
}

/** A document whose place is read and written by functions of ours. */
export function documentOf<Data>(
  data: Data,
  place: { readonly read?: () => Promise<Data>; readonly write?: (data: Data) => Promise<void> },
): Low<Data> {
  const { read = async () => data, write = async () => {} } = place;
  return new Low<Data>({ read, write }, data);
}
