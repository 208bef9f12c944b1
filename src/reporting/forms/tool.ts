/** The tool that created a report. */
export interface Tool {
  readonly name: string;
  readonly version: string;
}
