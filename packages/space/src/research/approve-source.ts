import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { allowWants, spaceWants, wholePaths } from '../trust/space-wants.ts'
import { sourcesOf } from './list-sources.ts'

/** The command, with the variables that it is handed. */
export type ApprovedSource = { readonly command: string; readonly env: readonly string[] } & (
  | { readonly approved: boolean; readonly dry_run?: undefined }
  | { readonly dry_run: true; readonly approved?: undefined }
)

/** Says yes to exactly the command that an MCP source starts now. */
export const approveSource = operation({
  input: z.strictObject({ source: name, yes: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ command: z.string(), env: z.array(z.string()) }),
  run: async (work, { source: id, yes, dry_run: isDry }): Promise<ApprovedSource> => {
    const paths = await wholePaths(work.paths)
    const { approveMcpSource, checkCommand, mcpCommand } = await import('@datacortex/sources')
    await using sources = await sourcesOf({ ...work, paths })
    const source = sources.all.find((one) => one.id === id)
    if (source === undefined) throw spaceError('CLI_SOURCE_UNKNOWN', { source: id })
    if (source.mcp?.command === undefined)
      throw spaceError('CLI_USAGE', {
        message: `${id} starts no command, so there is nothing to approve.`,
        hint: 'datacortex source list',
      })
    const started = await mcpCommand(source, { paths })
    checkCommand(started)
    const { command, env: variables } = started
    // Whoever approves it hands it this key, too.
    const env = source.api_key === undefined ? variables : [...variables, source.api_key]
    if (isDry === true) return { dry_run: true, command, env }
    const shown = { name: `sources.${id}`, command, env, state: 'waiting' } as const
    if (yes !== true && !(await agreed(work, 'May this program run for searches?', { commands: [shown] })))
      return { approved: false, command, env }
    await approveMcpSource(source, { paths })
    const wants = await spaceWants(paths)
    await allowWants(
      paths.root,
      wants.filter((want) => want.name === shown.name),
    )
    return { approved: true, command, env }
  },
})
