import type { DiscoveredModule } from '@datacortex/modules'
import type { Work } from '../work.ts'
import { runnerCommand } from './space-commands.ts'

/** Whether what the settings have a module run may run. */
export async function isCommandAllowed(
  work: Work,
  asked: {
    readonly at: string
    readonly module: DiscoveredModule
    readonly settings: Readonly<Record<string, unknown>>
  },
): Promise<boolean> {
  const command = await runnerCommand(work.paths, asked)
  if (command === undefined || command.state !== 'waiting') return true
  const answer = await work.ask?.mayRun(command)
  if (answer === undefined) {
    const { moduleError } = await import('@datacortex/modules')
    const { changes = [] } = command
    throw moduleError('MODULE_COMMAND_NOT_APPROVED', { ...command, changes, module: asked.module.name, at: asked.at })
  }
  if (answer) await command.approve()
  return answer
}
