import { resolve } from 'node:path'
import type { InputOf } from '@datacortex/space'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { exportLines } from '../output/export-lines.ts'

/** Arguments of `export finder`. */
export type ExportFinderArguments = Pick<InputOf<'publish.finder'>, 'out' | 'replace'> & {
  readonly dryRun?: true | undefined
}

/** Arguments of `export agents`. */
export type ExportAgentsArguments = ExportFinderArguments & Pick<InputOf<'publish.agents'>, 'ids' | 'host'>

/** `datacortex export agents [ID...] --as HOST`: writes agents as files of the program that runs them. */
export async function exportAgentFiles(
  context: Context,
  { ids, host, replace, out, dryRun }: ExportAgentsArguments,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.publish.agents({ ids, host, replace, out: resolve(out), dry_run: dryRun })
  return { data, lines: exportLines(data) }
}

/** `datacortex export finder`: writes a skill by which hosts ask this space for agents. */
export async function exportFinderSkill(
  context: Context,
  { replace, out, dryRun }: ExportFinderArguments,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.publish.finder({ replace, out: resolve(out), dry_run: dryRun })
  return { data, lines: exportLines(data) }
}
