import type { InputOf, OperationName, OutputOf } from '@datacortex/space'
import { type Given, asked } from './arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from './context.ts'

/** What a command says of an answer: its lines, or these and how they are meant. */
type Said = readonly string[] | Omit<CommandResult, 'data'>

type Arguments<Name extends OperationName> =
  Record<string, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>]

/** A command that asks one operation with its own options, and says what came of it. */
export function commandOf<Name extends OperationName>(
  name: Name,
  say: (data: OutputOf<Name>, given: Given<Name>) => Said,
): (context: Context, ...given: Arguments<Name>) => Promise<CommandResult> {
  return async (context, ...[given = {} as Given<Name>]) => {
    const input: InputOf<Name> = asked<Name>(given)
    // Each name has the answer of its own operation, which the table by names no longer knows.
    const data = (await (await spaceOf(context)).call(name, input)) as object as OutputOf<Name>
    const said = say(data, given)
    return 'lines' in said ? { data, ...said } : { data, lines: said }
  }
}
