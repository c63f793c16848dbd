import type { SpacePaths } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/registry'
import type { Context } from '../context.ts'
import { askYesOrNo } from '../output/ask.ts'
import { commandLines } from '../output/command-lines.ts'
import { runnerCommand } from '../space-commands.ts'

/**
 * Whether what the settings have a module run may run: a command that this user never said yes to is shown and asked
 * about on a terminal, and a yes is remembered.
 *
 * @param paths - Of the space.
 * @param options - The module with its settings and where they stand, context.
 * @returns False for a no.
 * @throws {@link ModuleCommandNotApprovedError} where nobody can be asked.
 * @example if (!(await isCommandAllowed(paths, { at: 'runners.claude', module, settings, context }))) return
 */
export async function isCommandAllowed(
  paths: SpacePaths,
  {
    context,
    ...asked
  }: {
    readonly at: string
    readonly module: DiscoveredModule
    readonly settings: Readonly<Record<string, unknown>>
    readonly context: Context
  },
): Promise<boolean> {
  const command = await runnerCommand(paths, asked)
  if (command === undefined || command.state !== 'waiting') return true
  if (process.stdin.isTTY) {
    context.clearProgress?.()
    if (!context.json) for (const line of commandLines(command)) process.stderr.write(`${line}\n`)
  }
  const answer = context.json ? undefined : await askYesOrNo('May this program run in this space?', context.signal)
  if (answer === undefined) {
    const { ModuleCommandNotApprovedError } = await import('@datacortex/registry')
    throw new ModuleCommandNotApprovedError({ ...command, module: asked.module.name, at: asked.at })
  }
  if (answer) await command.approve()
  return answer
}
