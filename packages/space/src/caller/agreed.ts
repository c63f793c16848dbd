import { spaceError } from '../errors.ts'
import type { Shown, Work } from '../work.ts'

/**
 * Asks whoever is there whether something is to be done. `question`: without the choices. `shown`: what they have to
 * see before they answer. Throws `CLI_ANSWER_NEEDED` if nobody is there.
 */
export async function agreed({ ask }: Pick<Work, 'ask'>, question: string, shown?: Shown): Promise<boolean> {
  const answer = await ask?.confirm(question, shown)
  if (answer === undefined) throw spaceError('CLI_ANSWER_NEEDED', { question })
  return answer
}
