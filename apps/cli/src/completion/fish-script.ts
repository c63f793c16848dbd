import type { CompletedCommand } from './completed-command.ts'

export function fishScript(commands: readonly CompletedCommand[]): string {
  return [rootFunction, ...commands.flatMap(linesOf)].join('\n')
}

function linesOf({ path, subCommands, options, values }: CompletedCommand): readonly string[] {
  const parts = path === '' ? [] : path.split(' ')
  const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`)
  const none = subCommands.length > 0 ? [`not __fish_seen_subcommand_from ${subCommands.join(' ')}`] : []
  const condition = [...seen, ...none].join('; and ')
  const start = `complete -c datacortex${condition === '' ? '' : ` -n '${condition}'`}`
  const offered = values.flatMap(({ choices, isAgentId }) => (isAgentId ? [agentIds] : choices))
  return [
    ...subCommands.map((name) => `${start} -f -a ${name}`),
    ...options.map(({ flag, choices, takesValue }) => {
      const own = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r' : ''
      return `${start} -l ${flag.slice(2)}${own}`
    }),
    ...(offered.length === 0 ? [] : [`${start} -f -a '${offered.join(' ')}'`]),
  ]
}

/** fish runs it when it is wanted, and quotes what it offers. */
const agentIds = '(datacortex agent list --ids (__datacortex_root) 2>/dev/null)'

const rootFunction = `function __datacortex_root
  set -l words (commandline -opc)
  for i in (seq (count $words))
    if test $words[$i] = --root; and test $i -lt (count $words)
      echo --root=(string replace -r '^~/' "$HOME/" -- $words[(math $i + 1)])
    else if string match -q -- '--root=*' $words[$i]
      echo --root=(string replace -r '^~/' "$HOME/" -- (string sub -s 8 -- $words[$i]))
    end
  end
end`
