import type { Questions, Shown } from '@datacortex/space'
import type { Context } from '../context.ts'
import { askYesOrNo } from './ask.ts'
import { chooseOnTerminal } from './choose-candidates.ts'
import { commandLines } from './command-lines.ts'
import { moduleLines } from './module-lines.ts'
import { terminalText } from './terminal-text.ts'

/**
 * Asks the person at the terminal; nobody is asked for other programs.
 *
 * @param context - Of the command.
 */
export function questions({ json, signal, clearProgress }: Context): Questions | undefined {
  if (json) return undefined
  const confirm: Questions['confirm'] = async (question, shown) => {
    clearProgress?.()
    // Also where nobody can answer: they are to know what they would say yes to.
    if (shown !== undefined) process.stderr.write(terminalText(`${shownLines(shown).join('\n')}\n`))
    return await askYesOrNo(question, signal)
  }
  return {
    confirm,
    choose: chooseOnTerminal({ clearProgress }),
    mayRun: async (command) => {
      if (!process.stdin.isTTY) return undefined
      return await confirm('May this program run in this space?', { commands: [command] })
    },
  }
}

function shownLines(shown: Shown): readonly string[] {
  return 'module' in shown ? moduleLines(shown.module) : shown.commands.flatMap(commandLines)
}
