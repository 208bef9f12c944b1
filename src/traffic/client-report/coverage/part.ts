import type { Coverage } from '../../../contract/client-report.gen.ts';
import type { CompiledContract } from '../../../contract/validators.ts';
import type { ObservedExchange } from '../../../judge/clients/observed-exchange.ts';

export type PartName = Exclude<keyof Coverage, 'percent'>;

/** The contract that a workspace speaks. */
export type CoverageScope = Pick<CompiledContract, 'dialect' | 'document' | 'operations'>;

/** One part of the coverage: what there is to come across, and what of it a request shows. */
export interface Part {
  /** All items in this dialect. */
  items(scope: CoverageScope): readonly string[];
  /** Observes the requests of a workspace in order and returns the items that each covers. */
  watch(): (exchange: ObservedExchange) => readonly string[] | string | undefined;
}
