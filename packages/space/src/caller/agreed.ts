import { spaceError } from '../errors.ts'
import type { Shown, Work } from '../work.ts'

/** Asks the person who is there whether something is to be done. `question`: without the choices. */
export async function agreed({ ask }: Pick<Work, 'ask'>, question: string, shown?: Shown): Promise<boolean> {
  const answer = await ask?.confirm(question, shown)
  if (answer === undefined) throw spaceError('CLI_ANSWER_NEEDED', { question })
  return answer
}
