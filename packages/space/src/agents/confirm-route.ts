import { CodedError } from '@datacortex/errors'
import { resolveAgent } from '@datacortex/registry'
import { confirmRouting, tagsFirst } from '@datacortex/router'
import { shorten } from '@datacortex/wording'
import { z } from 'zod'
import { refuseTeaching } from '../caller/refuse-teaching.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { agent, dryRun, task } from '../schema.ts'

export const confirmRoute = operation({
  input: z.strictObject({ task, agent, dry_run: dryRun }),
  output: z.looseObject({ agent: z.string(), task: z.string(), remembered: z.string().nullable() }),
  run: async (work, { task: asked, agent: wanted, dry_run: isDry = false }) => {
    refuseTeaching(work, { confirm: wanted })
    const { registry } = await work.catalogue()
    const { id } = resolveAgent(registry, wanted).agent
    const options = { dryRun: isDry, signal: work.signal }
    const known = await confirmRouting(work.paths, { task: asked, agent: id }, options).catch((error: unknown) => {
      throw CodedError.is(error, 'ROUTER_TASK_EMPTY') ? emptyTask(asked) : error
    })
    const findings = [tagsFirst(registry, { task: asked, agent: id })].filter((finding) => finding !== undefined)
    return {
      /** Its own id, also if a former one was given. */
      agent: id,
      task: asked,
      /** Null if nothing is to be written. */
      remembered: known === 'planned' ? null : known,
      ...(known === 'planned' ? { dry_run: true as const } : {}),
      findings,
    }
  },
})

function emptyTask(asked: string): Error {
  return asked.trim() === ''
    ? spaceError('CLI_TASK_EMPTY', { command: 'route' })
    : spaceError('CLI_TASK_WORDLESS', { task: shorten(asked, 80) })
}
