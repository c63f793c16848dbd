import { visibleText } from '@datacortex/platform'
import type { ShownCommand, ShownWanted } from '@datacortex/space'

/** What a person has to see of a command before saying yes to it: all of it, with nothing left out or unseen. */
export function commandLines(shown: ShownCommand): readonly string[] {
  const { name, command, env, facts = {}, scripts = [], uncovered = [], changes = [], state, refusal } = shown
  const given = env.map((variable) => visibleText(`${variable}${valueOf(facts[`variable ${variable}`])}`))
  const isAsked = state === 'waiting'
  const begin = [
    `${visibleText(name)}  ${stateWords[state]}${refusal === undefined ? '' : `: ${refusal}`}`,
    ...changes.map((change) => `  changed    ${visibleText(change)}`),
  ]
  if (facts['secret'] !== undefined) return [...begin, `  sends      ${command}`]
  return [
    ...begin,
    `  command    ${command}`,
    ...(facts['program'] === undefined ? [] : [`  program    ${visibleText(facts['program'])}`]),
    ...(facts['folder'] === undefined ? [] : [`  folder     ${visibleText(facts['folder'])}`]),
    `  variables  ${given.join(', ') || 'the ordinary ones only, such as PATH and HOME'}`,
    ...(scripts.length === 0
      ? []
      : [`  scripts    ${scripts.map(visibleText).join(', ')}: as now, a change is asked about`]),
    ...(isAsked ? uncovered.map((what) => `  no yes to  ${visibleText(what)}: that can change unseen`) : []),
    ...(isAsked ? ['  may        read and write anything that you may, anywhere on this machine'] : []),
  ]
}

function valueOf(value: string | undefined): string {
  return value === undefined ? '' : `=${value}`
}

const stateWords = {
  approved: 'approved',
  waiting: 'waits for your approval',
  refused: 'never runs and can not be approved',
  named: 'needs no approval: its module names it',
} as const

/** All that a person has to see of what a space wants before saying yes to it; what has a command is shown by that. */
export function wantedLines({ state, wants, commands }: ShownWanted): readonly string[] {
  const isShown = ({ name, state: own }: ShownWanted['wants'][number]): boolean =>
    commands.some((command) => command.name === name && (command.state === 'waiting' || own === 'allowed'))
  const others = wants.filter((want) => !isShown(want))
  if (others.length + commands.length === 0) return ['This space wants nothing of this machine.']
  return [
    ...(state === 'restricted' ? ['Once you trust it, this space is written to, and it wants:'] : []),
    ...others.flatMap(({ name, kind, value, state: own, before }) => [
      `${name}  ${own === 'allowed' ? 'allowed' : 'waits for your word'}: it ${wantWords[kind]}`,
      `  now        ${value}`,
      ...(before === undefined ? [] : [`  allowed    ${before}`]),
    ]),
    ...commands.flatMap(commandLines),
  ]
}

const wantWords = {
  runs: 'runs a program, which may do whatever you may',
  reads: 'reads what lies outside of the space',
  sends: 'sends texts, and maybe secrets, to others',
  reaches: 'reaches addresses of this machine or your network',
  writes: 'lets assistants write files that assistants obey or programs run',
} as const
