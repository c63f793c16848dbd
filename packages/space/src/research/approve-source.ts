import { ownPaths } from '@datacortex/platform'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { sourceCommand } from '../caller/space-commands.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { shownCommand } from '../trust/commands-of.ts'
import { allowWants, spaceWants } from '../trust/space-wants.ts'
import { sourcesOf } from './list-sources.ts'

export const approveSource = operation({
  input: z.strictObject({ source: name, yes: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ command: z.string(), env: z.array(z.string()) }),
  run: async (work, { source: id, yes, dry_run: isDry }) => {
    const paths = ownPaths(work.paths)
    await using sources = await sourcesOf({ ...work, paths })
    const source = sources.all.find((one) => one.id === id)
    if (source === undefined) throw spaceError('CLI_SOURCE_UNKNOWN', { source: id })
    if (source.mcp?.command === undefined)
      throw spaceError('CLI_USAGE', {
        message: `${id} starts no command, so there is nothing to approve.`,
        hint: 'datacortex source list',
      })
    const asked = await sourceCommand(paths, source)
    const { command, env, state, approve } = asked
    if (state === 'refused') await approve()
    if (isDry === true) return { dry_run: true as const, command, env }
    const shown = { commands: [shownCommand(asked)] }
    if (yes !== true && !(await agreed(work, 'May this program run for searches?', shown)))
      return { approved: false, command, env }
    await approve()
    const wants = await spaceWants(paths)
    await allowWants(
      paths.root,
      wants.filter((want) => want.name === asked.name),
    )
    return { approved: true, command, env }
  },
})
