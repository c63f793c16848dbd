import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandResult } from '../context.ts'
import { UsageError } from '../errors.ts'

/**
 * `datacortex completion SHELL`: a script that completes commands and options.
 *
 * The words are taken from the program itself, so the script can't name what isn't there.
 *
 * @param program - The whole command line.
 * @param shell - `bash`, `zsh` or `fish`.
 * @throws {@link UsageError} for any other shell.
 */
export function completion(program: CommandUnknownOpts, shell: string): CommandResult {
  const words = wordsByCommand(program)
  const script = scriptFor(shell, words)
  return { data: { shell, script }, lines: [script] }
}

type Words = ReadonlyMap<string, readonly string[]>

/** Every command path such as `agent find`, with its sub-commands and options. */
function wordsByCommand(command: CommandUnknownOpts, path = ''): Words {
  const names = command.commands.map((child) => child.name())
  const flags = [...command.options.flatMap((option) => option.long ?? []), '--help']
  const own: [string, readonly string[]] = [path, [...names, ...flags]]
  const below = command.commands.flatMap((child) => [...wordsByCommand(child, `${path} ${child.name()}`.trim())])
  return new Map([own, ...below])
}

function scriptFor(shell: string, words: Words): string {
  if (shell === 'bash') return bashScript(words)
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(words)}`
  if (shell === 'fish') return fishScript(words)
  throw new UsageError({
    message: `There is no completion for the shell ${JSON.stringify(shell)}.`,
    hint: 'datacortex completion bash, zsh or fish',
  })
}

function bashScript(words: Words): string {
  const cases = [...words].map(
    ([path, list]) => `    ${JSON.stringify(path)}) words=${JSON.stringify(list.join(' '))} ;;`,
  )
  const commands = [...words.keys()].map((path) => JSON.stringify(path)).join('|')
  return `_datacortex() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${commands}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _datacortex datacortex`
}

function fishScript(words: Words): string {
  const lines = [...words].flatMap(([path, list]) => {
    const parts = path === '' ? [] : path.split(' ')
    const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`)
    const below = list.filter((word) => !word.startsWith('-'))
    const none = below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : []
    const condition = [...seen, ...none].join('; and ')
    return list.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c datacortex${condition === '' ? '' : ` -n '${condition}'`} ${what}`
    })
  })
  return lines.join('\n')
}
