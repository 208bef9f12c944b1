/** The dialect: typed settings for points that the interface does not show. */
import type { Dialect as DialectFile } from '../contract/dialect.gen.ts';

/** A dialect in a file or request: missing keys have their defaults. */
export type DialectDocument = DialectFile;

/** A dialect with all keys, as the code uses it. */
export type Dialect = Filled<NonNullable<DialectFile['values']>>;

type Filled<T> = T extends readonly (infer Item)[]
  ? readonly Filled<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]-?: Filled<Exclude<T[Key], undefined>> }
    : T;

export type OtpChannel = keyof Dialect['otp'];

export type FlagDefinition = Dialect['flags']['catalogue'][number];
