import { CodedError } from '@datacortex/errors'
import type { CommandResult } from '../context.ts'
import { checkExpectations } from './check-expectations.ts'
import type { DemoStep } from './demo-step.ts'

/** How a step went. */
export type StepReport = {
  readonly name: string
  readonly ok: boolean
  /** Milliseconds. */
  readonly took_ms: number
  readonly detail: string
}

/** Runs a command line of this program. */
export type RunCommand = (argv: readonly string[]) => Promise<CommandResult>

/**
 * Runs one step and compares what came out; an error is an outcome like any other, unless it is an interruption.
 *
 * @param step - The step.
 * @param options - How to run a command line, the tour's folder, abort signal.
 * @returns The report, and what the command printed.
 */
export async function runStep(
  step: DemoStep,
  options: { readonly run: RunCommand; readonly folder: string; readonly signal: AbortSignal },
): Promise<{ readonly report: StepReport; readonly lines: readonly string[] }> {
  await step.before?.does(options.folder)
  const startedAt = performance.now()
  const { data, lines } = await outcomeOf(step, options)
  const tookMs = Math.round(performance.now() - startedAt)
  const problem = checkExpectations(data, step.expects)
  return {
    report: { name: step.name, ok: problem === undefined, took_ms: tookMs, detail: problem ?? step.detail },
    lines,
  }
}

async function outcomeOf(
  { argv }: DemoStep,
  { run, signal }: { readonly run: RunCommand; readonly signal: AbortSignal },
): Promise<Pick<CommandResult, 'data' | 'lines'>> {
  try {
    return await run(argv)
  } catch (error) {
    signal.throwIfAborted()
    const message = error instanceof Error ? error.message : String(error)
    const [code, hint] = CodedError.is(error) ? [error.code, error.hint] : ['INTERNAL', undefined]
    const lines = [`${code}  ${message}`, ...(hint === undefined ? [] : [`hint       ${hint}`])]
    return { data: { error: { code, message, hint } }, lines }
  }
}
