import type * as z from 'zod';
import type { endpoints } from '../service/endpoints.ts';
import type { ErrorJson, RunToolLine } from './tool-line.ts';
import { besides, dataNote, mostShown } from './tool-schemas.ts';

/** Both if there is something to show in spite of the error. */
export interface ToolResult<Result = Readonly<Record<string, unknown>>> {
  result?: Result | undefined;
  error?: ErrorJson | undefined;
  notices?: readonly string[];
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** How to get what a result has no room for, in a sentence. */
  more: string;
  /** The endpoints it calls, from which its hints follow. */
  calls: readonly (keyof typeof endpoints)[];
  perform(input: never, run: RunToolLine): Promise<ToolResult>;
}

/** Lets the compiler check the input and the answer of a tool against its schemas, and adds what every result ends with. */
export const tool = <const I extends z.ZodObject, const O extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'output' | 'perform'> & {
    input: I;
    output: O;
    perform(input: z.output<I>, run: RunToolLine): Promise<ToolResult<z.input<O>>>;
  },
): Tool => ({
  ...one,
  output: one.output.extend(besides),
  async perform(input, run) {
    const { result, error, notices = [] } = await one.perform(input, run);
    const shown = notices.length > 0 ? { notices: notices.slice(0, mostShown) } : {};
    return { result: result && { ...result, ...shown, note: dataNote }, error };
  },
});
