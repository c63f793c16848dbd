import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { bashScript } from '../completion/bash-script.ts'
import { type CompletedCommand, completedCommands } from '../completion/completed-command.ts'
import { fishScript } from '../completion/fish-script.ts'
import type { CommandResult } from '../context.ts'
import { spaceError } from '@datacortex/space/errors'

export function completion(program: CommandUnknownOpts, shell: string): CommandResult {
  const script = scriptFor(shell, completedCommands(program))
  return { data: { shell, script }, lines: [script] }
}

function scriptFor(shell: string, commands: readonly CompletedCommand[]): string {
  if (shell === 'bash') return bashScript(commands)
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`
  if (shell === 'fish') return fishScript(commands)
  throw spaceError('CLI_USAGE', {
    message: `There is no completion for the shell ${JSON.stringify(shell)}.`,
    hint: 'datacortex completion bash, zsh or fish',
  })
}
