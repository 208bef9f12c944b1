/** The dialect: every point that the interface leaves "not shown", as one typed switch. */
import type { Dialect as DialectFile } from '../contract/dialect.gen.ts';

/** A dialect in a file or request: missing keys have their defaults. */
export type DialectDocument = DialectFile;

/** The choices of a dialect with every key filled; this is what the rest of flagbearer reads. */
export type Dialect = Filled<NonNullable<DialectFile['values']>>;

type Filled<T> = T extends readonly (infer Item)[]
  ? readonly Filled<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]-?: Filled<Exclude<T[Key], undefined>> }
    : T;

export type OtpChannel = keyof Dialect['otp'];

export type FlagDefinition = Dialect['flags']['catalogue'][number];
