import type { ModulePlan } from '@datacortex/registry'
import type { Context } from '../context.ts'
import { AnswerNeededError } from '../errors.ts'
import { askYesOrNo } from '../output/ask.ts'
import { moduleLines } from '../output/module-lines.ts'
import { terminalText } from '../output/terminal-text.ts'

/**
 * Shows what a module provides and wants, and asks about it.
 *
 * @param context - Of the command.
 * @param asked - The plan of its installation, and a question that is answered by yes or no.
 * @throws {@link AnswerNeededError} if there is nobody to ask.
 */
export async function agreesToModule(
  context: Context,
  { plan, question }: { readonly plan: ModulePlan; readonly question: string },
): Promise<boolean> {
  context.clearProgress?.()
  process.stderr.write(terminalText(`${moduleLines(plan).join('\n')}\n`))
  const answer = context.json ? undefined : await askYesOrNo(question, context.signal)
  if (answer === undefined) throw new AnswerNeededError({ question })
  return answer
}
