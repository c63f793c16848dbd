import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { ifRefused } from '@datacortex/platform'
import type { CommandResult } from '../context.ts'
import { checkExpectations, valueAt } from './check-expectations.ts'
import type { DemoStep, Tour } from './demo-step.ts'

export type StepReport = {
  readonly name: string
  readonly ok: boolean
  readonly took_ms: number
  readonly detail: string
}

export type RunCommand = (argv: readonly string[]) => Promise<CommandResult>

/** Runs one step and compares what came out; an error is an outcome like any other, unless it is an interruption. */
export async function runStep(
  step: DemoStep,
  options: { readonly run: RunCommand; readonly tour: Tour; readonly signal: AbortSignal },
): Promise<{ readonly report: StepReport; readonly lines: readonly string[] }> {
  const startedAt = performance.now()
  const { data, lines } = await outcomeOf(step, options)
  const tookMs = Math.round(performance.now() - startedAt)
  const problem = checkExpectations(data, step.expects) ?? (await missingText(data, { step, tour: options.tour }))
  return {
    report: { name: step.name, ok: problem === undefined, took_ms: tookMs, detail: problem ?? step.detail },
    lines,
  }
}

export function argumentsOf({ argv }: DemoStep, { values }: Pick<Tour, 'values'>): readonly string[] {
  return argv.map((word) => word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole))
}

/** A note can be there and hold nothing of what was read. */
async function missingText(data: unknown, { step, tour }: { step: DemoStep; tour: Tour }): Promise<string | undefined> {
  for (const [path, wanted] of Object.entries(step.writes ?? {})) {
    const name = valueAt(data, path)
    const text =
      typeof name === 'string' ? await readFile(join(tour.folder, 'desk', name), 'utf8').catch(ifRefused('')) : ''
    if (!text.includes(wanted)) return `${path} does not hold ${JSON.stringify(wanted)}`
  }
  return undefined
}

async function outcomeOf(step: DemoStep, { run, tour, signal }: { run: RunCommand; tour: Tour; signal: AbortSignal }) {
  try {
    return await run(argumentsOf(step, tour))
  } catch (error) {
    signal.throwIfAborted()
    const message = error instanceof Error ? error.message : String(error)
    const [code, hint] = CodedError.is(error) ? [error.code, error.hint] : ['INTERNAL', undefined]
    const lines = [`${code}  ${message}`, ...(hint === undefined ? [] : [`hint       ${hint}`])]
    return { data: { error: { code, message, hint } }, lines }
  }
}
