import type { CompletedCommand } from './completed-command.ts'

/**
 * The script for bash, which zsh understands too.
 *
 * Ids of agents are asked for when they are wanted. They come from a file that anybody may have written, and the shell
 * would expand what is in a list of words: only plain ids are offered, and never as such a list.
 *
 * @param commands - Of the program.
 * @example bashScript(completedCommands(program))
 */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => JSON.stringify(path)).join('|')
  return `_datacortex() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words="" values="" ids="" option="" root="" place=0
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$option" ]; then
      [ "$option" = --root ] && root="$word"
      option=""
      continue
    fi
    case "\${path:+$path }$word" in
      ${paths}) path="\${path:+$path }$word"; continue ;;
    esac
    case "$path $word" in
      ${orNothing(commands.flatMap(valued))}) option="$word" ;;
      *" -"*) ;;
      *) place=$((place + 1)) ;;
    esac
  done
  if [ -n "$option" ]; then
    case "$path $option" in
${lines(commands.flatMap(optionCases))}
    esac
  else
    case "$path" in
${lines(commands.map(wordCase))}
    esac
    case "$path $place" in
${lines(commands.flatMap(argumentCases))}
    esac
    case "$current" in
      -*) ;;
      *) [ -n "$values" ] && words="$values" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$ids" ] && [ "\${current#-}" = "$current" ]; then
    COMPREPLY=()
    while IFS= read -r word; do
      case "$word" in
        *[!A-Za-z0-9._:-]*) ;;
        "$current"*) COMPREPLY+=("$word") ;;
      esac
    done < <("\${COMP_WORDS[0]}" agent list --ids \${root:+--root "$root"} 2>/dev/null </dev/null)
  fi
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _datacortex datacortex`
}

function valued({ path, options }: CompletedCommand): readonly string[] {
  return options.filter(({ takesValue }) => takesValue).map(({ flag }) => JSON.stringify(`${path} ${flag}`))
}

function optionCases({ path, options }: CompletedCommand): readonly string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(({ flag, choices }) => `      ${JSON.stringify(`${path} ${flag}`)}) words=${quoted(choices)} ;;`)
}

function wordCase({ path, subCommands, options }: CompletedCommand): string {
  return `      ${JSON.stringify(path)}) words=${quoted([...subCommands, ...options.map(({ flag }) => flag)])} ;;`
}

function argumentCases({ path, values }: CompletedCommand): readonly string[] {
  return values.flatMap(({ choices, isAgentId, isVariadic }, place) => {
    const pattern = isVariadic ? `${JSON.stringify(`${path} `)}*` : JSON.stringify(`${path} ${place}`)
    if (isAgentId) return [`      ${pattern}) ids=1 ;;`]
    return choices.length === 0 ? [] : [`      ${pattern}) values=${quoted(choices)} ;;`]
  })
}

function quoted(words: readonly string[]): string {
  return JSON.stringify(words.join(' '))
}

function lines(texts: readonly string[]): string {
  return texts.join('\n')
}

/** A case needs a pattern. */
function orNothing(patterns: readonly string[]): string {
  return patterns.length === 0 ? '""' : patterns.join('|')
}
