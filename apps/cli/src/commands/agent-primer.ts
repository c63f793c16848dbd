import { commandOf } from '../command-of.ts'

export const agentPrimer = commandOf('agents.primers', (data) => {
  const lines = data.primers.flatMap(({ agent, text, by }) => [
    `${agent}${by === 'entry' ? '' : `  (${by})`}`,
    `  ${text}`,
  ])
  return lines
})
