import type { CompletedCommand } from './completed-command.ts'

/** The script for bash, which zsh understands too. Ids of agents are asked for when they are wanted. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => JSON.stringify(path)).join('|')
  return `_datacortex() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at="" word offered="" values="" ids="" files="" option="" root="" place=0 i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [ -n "$option" ]; then
      # bash parts --root=desk at its sign.
      [ "$word" = "=" ] && continue
      [ "$option" = --root ] && root="$word"
      option=""
      continue
    fi
    case "\${at:+$at }$word" in
      ${paths}) at="\${at:+$at }$word"; continue ;;
    esac
    case "$at $word" in
      *" --root="*) root="\${word#--root=}" ;;
      ${orNothing(commands.flatMap(valued))}) option="$word" ;;
      *" -"*) ;;
      *) place=$((place + 1)) ;;
    esac
  done
  case "$root" in "~/"*) root="$HOME/\${root#??}" ;; esac
  [ "$current" = "=" ] && current=""
  if [ -n "$option" ]; then
    case "$at $option" in
${lines(commands.flatMap(optionCases))}
    esac
  else
    case "$at" in
${lines(commands.map(wordCase))}
    esac
    case "$at $place" in
${lines(commands.flatMap(argumentCases))}
    esac
    case "$current" in
      -*) ;;
      *) [ -n "$values$files" ] && offered="$values" ;;
    esac
  fi
  # Where nothing is offered, the shell itself offers files.
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
  if [ -n "$ids" ] && [ "\${current#-}" = "$current" ]; then
    COMPREPLY=()
    while IFS= read -r word; do
      case "$word" in
        *[!A-Za-z0-9._:-]*) ;;
        "$current"*) COMPREPLY+=("$word") ;;
      esac
    done < <("\${COMP_WORDS[0]}" agent list --ids \${root:+--root "$root"} 2>/dev/null </dev/null)
  fi
}
complete -o default -F _datacortex datacortex`
}

function valued({ path, options }: CompletedCommand): readonly string[] {
  return options.filter(({ takesValue }) => takesValue).map(({ flag }) => JSON.stringify(`${path} ${flag}`))
}

function optionCases({ path, options }: CompletedCommand): readonly string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(({ flag, choices }) => `      ${JSON.stringify(`${path} ${flag}`)}) offered=${quoted(choices)} ;;`)
}

function wordCase({ path, subCommands, options }: CompletedCommand): string {
  return `      ${JSON.stringify(path)}) offered=${quoted([...subCommands, ...options.map(({ flag }) => flag)])} ;;`
}

function argumentCases({ path, values }: CompletedCommand): readonly string[] {
  return values.flatMap(({ choices, isAgentId, isFile, isVariadic }, place) => {
    const pattern = isVariadic ? `${JSON.stringify(`${path} `)}*` : JSON.stringify(`${path} ${place}`)
    if (isAgentId) return [`      ${pattern}) ids=1 ;;`]
    if (isFile) return [`      ${pattern}) files=1 ;;`]
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
