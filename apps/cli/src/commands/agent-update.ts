import { commandOf } from '../command-of.ts'
import { outsideText } from '../output/outside-text.ts'

export const agentUpdate = commandOf('agents.update', (data) => {
  const lines = data.results.flatMap(({ id, origin, state, edited, difference = [], reason }) => [
    `${state.padEnd(12)} ${id}  ${origin}${edited === true ? '  (changed here too)' : ''}`,
    ...(reason === undefined ? [] : [`    ${outsideText(reason)}`]),
    ...(state === 'changed' ? difference.map((line) => `    ${line}`) : []),
  ])
  return {
    lines: [
      lines.length === 0 ? 'no agent here came from a directory' : lines,
      data.dry_run === true && 'dry run      nothing was changed',
    ],
    exitCode: data.results.some(({ state }) => state === 'other author' || state === 'refused') ? 1 : 0,
  }
})
