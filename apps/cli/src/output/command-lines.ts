import { visibleText } from '@datacortex/platform'
import type { ShownCommand } from '@datacortex/space'

/** What a person has to see of a command before saying yes to it: all of it, with nothing left out or unseen. */
export function commandLines({ name, command, env, scripts = [], state, refusal }: ShownCommand): readonly string[] {
  return [
    `${visibleText(name)}  ${stateWords[state]}${refusal === undefined ? '' : `: ${refusal}`}`,
    `  command    ${command}`,
    `  variables  ${env.map(visibleText).join(', ') || 'the ordinary ones only, such as PATH and HOME'}`,
    ...(scripts.length === 0
      ? []
      : [`  scripts    ${scripts.map(visibleText).join(', ')}: as now, a change is asked about`]),
  ]
}

const stateWords = {
  approved: 'approved',
  waiting: 'waits for your approval',
  refused: 'never runs and can not be approved',
  named: 'needs no approval: its module names it',
} as const
