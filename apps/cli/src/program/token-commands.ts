import { type Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { choice } from './option-values.ts'
import type { Run } from './run-command.ts'

/** Those of `rights` of the space, which is not loaded for a help text. */
export const rights = ['find', 'run', 'sync', 'read', 'write', 'research', 'discover', 'manage'] as const

export function addTokenCommands(program: Command, run: Run): void {
  const token = group(program, 'token', 'add phone --rights find read')
  token.description('who may call this space while it is served')

  writing(token, 'add', 'phone --rights find read')
    .argument('<name>', 'letters, digits, dots and hyphens; logs name the client by it')
    .description('make a token for a client of `serve`, and show it this once')
    .addOption(choice('--rights <right...>', 'what the client may do (find and run if not given)', rights))
    .action((name, o) => run(o, import('../commands/token.ts'), (m, c) => m.tokenAdd(c, { ...o, name })))

  leaf(token, 'list')
    .description('list the tokens of this space by name, with what they allow')
    .action((o) => run(o, import('../commands/token.ts'), (m, c) => m.tokenList(c)))

  writing(token, 'remove', 'phone')
    .argument('<names...>', 'names of `token list`')
    .description('take tokens back: who has one is let in no more, from now on')
    .action((names, o) => run(o, import('../commands/token.ts'), (m, c) => m.tokenRemove(c, { ...o, names })))
}
