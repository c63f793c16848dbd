import { commandOf } from '../command-of.ts'

export const agentPrimer = commandOf('agents.primers', ({ primers }) =>
  primers.flatMap(({ agent, text, by }) => [`${agent}${by === 'entry' ? '' : `  (${by})`}`, `  ${text}`]),
)
