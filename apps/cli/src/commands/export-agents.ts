import { resolve } from 'node:path'
import type { AgentHost } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { exportLines } from '../output/export-lines.ts'

/** Arguments of `export finder`. */
export type ExportFinderArguments = {
  readonly out: string
  readonly replace?: true | undefined
  readonly dryRun?: true | undefined
}

/** Arguments of `export agents`. */
export type ExportAgentsArguments = ExportFinderArguments & {
  readonly ids: readonly string[]
  readonly host: AgentHost
}

/**
 * `datacortex export agents [ID...] --as HOST`: writes agents as files of the program that runs them.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link NothingToPublishError} if there is no agent with a prompt.
 */
export async function exportAgentFiles(context: Context, options: ExportAgentsArguments): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { exportAgents } = await import('@datacortex/export')
  const out = resolve(options.out)
  const { signal, onProgress } = context
  const bundledDirectory = bundledPlugins()
  const exported = await exportAgents(paths, { ...options, out, bundledDirectory, signal, onProgress })
  return resultOf(exported, { ...options, out })
}

/**
 * `datacortex export finder`: writes a skill by which hosts ask this space for agents.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 */
export async function exportFinderSkill(context: Context, options: ExportFinderArguments): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { exportFinder } = await import('@datacortex/export')
  const out = resolve(options.out)
  return resultOf(await exportFinder(paths, { ...options, out, signal: context.signal }), { ...options, out })
}

function resultOf(exported: Parameters<typeof exportLines>[0], { out, dryRun }: ExportFinderArguments): CommandResult {
  return {
    data: { ...exported, ...(dryRun === true ? { dry_run: true } : {}) },
    lines: exportLines(exported, { out, dryRun }),
  }
}
