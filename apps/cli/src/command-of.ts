import type { InputOf, OperationName, OutputOf, Secrets, Space } from '@datacortex/space'
import { type Given, asked } from './arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from './context.ts'
import { type Lines, linesOf } from './output/lines.ts'

/** What a command says of an answer: its lines, or these and how they are meant. */
export type Said = Lines | (Omit<CommandResult, 'data' | 'lines'> & { readonly lines: Lines })

type Say<Name extends OperationName, Options> = (data: OutputOf<Name>, options: Options) => Said

type Arguments<Name extends OperationName> =
  Record<string, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>]

type Asking<Name extends OperationName, Options> = {
  /** What the operation is asked, where the options are not its fields. */
  readonly ask: (options: Options, open: () => Promise<Space>) => InputOf<Name> | Promise<InputOf<Name>>
  readonly secrets?: (options: Options) => Secrets
}

/** A command that asks one operation, of which its options are the fields if nothing else is said, and says what came of it. */
export function commandOf<Name extends OperationName>(
  name: Name,
  say: Say<Name, Given<Name>>,
): (context: Context, ...options: Arguments<Name>) => Promise<CommandResult>
export function commandOf<Name extends OperationName, Options>(
  name: Name,
  say: Say<Name, Options>,
  asking: Asking<Name, Options>,
): (context: Context, options: Options) => Promise<CommandResult>
export function commandOf<Name extends OperationName>(
  name: Name,
  say: Say<Name, Given<Name>>,
  { ask = (options) => asked(options), secrets }: Partial<Asking<Name, Given<Name>>> = {},
) {
  return async (context: Context, options = {} as Given<Name>): Promise<CommandResult> => {
    let space: Promise<Space> | undefined
    const open = async () => await (space ??= spaceOf(context, { secrets: secrets?.(options) }))
    const input = await ask(options, open)
    // By its name each operation gives its own answer, which the table of all no longer knows.
    const data = (await (await open()).call(name, input)) as object as OutputOf<Name>
    const said = say(data, options)
    return 'lines' in said ? { data, ...said, lines: linesOf(said.lines) } : { data, lines: linesOf(said) }
  }
}
