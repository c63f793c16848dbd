import { CodedError, codedError } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { isCommandAllowed } from '../caller/command-allowed.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'
import type { Work } from '../work.ts'
import { type ReadyRunner, readyRunners } from './ready-runners.ts'

/** Has a runner answer one word. Nothing is logged or remembered; what it costs is the user's. */
export const testRunner = operation({
  input: z.strictObject({ name }),
  output: z.looseObject({ name: z.string(), ok: z.boolean(), missing: z.array(z.looseObject({ code: z.string() })) }),
  run: async (work, { name: own }) => {
    const began = performance.now()
    const tried = await attempted(work, own).catch(codedError)
    const [error, result] = CodedError.is(tried) ? [tried] : [tried.ok ? undefined : tried.error, tried.result]
    const { text: answer, remarks, tokens_in, tokens_out, cost_usd } = result ?? {}
    const missing = error === undefined ? [] : [{ code: error.code, message: error.message, hint: hintFor(own, error) }]
    const said = { answer: answer?.slice(0, 1000).toWellFormed(), remarks, tokens_in, tokens_out, cost_usd }
    return { name: own, ok: error === undefined, missing, ...said, took_ms: Math.round(performance.now() - began) }
  },
})

async function attempted(work: Work, own: string) {
  const { pluginRunner, tryRunner } = await import('@datacortex/execution')
  const { paths, signal } = work
  const settings = await readSettings(paths)
  const { modules } = (await work.catalogue()).modules
  const chosen = pluginRunner(own, { runners: settings.runners, modules, askedBy: 'the call' })
  if (!(await isCommandAllowed(work, { ...chosen, at: chosen.settingsAt })))
    throw spaceError('SPACE_RUNNER_NOT_APPROVED', { name: own })
  return await tryRunner(paths, chosen, { settings, signal, log: await work.openLog() })
}

function hintFor(own: string, { code, hint }: CodedError): string {
  const known: Readonly<Record<string, ReadyRunner>> = readyRunners
  const isAbsent = code === 'RUNNER_COMMAND_NOT_STARTED' || code === 'RUNNER_OPENAI_COMPATIBLE_UNREACHABLE'
  return (isAbsent && Object.hasOwn(known, own) ? known[own]?.install : undefined) ?? hint ?? ''
}
