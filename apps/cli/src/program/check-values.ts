import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { spaceError } from '@datacortex/space/errors'

/** Refuses what was hardly meant. */
export function checkValues(command: CommandUnknownOpts): void {
  const { processedArgs, registeredArguments } = command
  const written = new Set(writtenArguments(command))
  for (const [index, argument] of registeredArguments.entries()) refuseEmpty(argument.name(), processedArgs[index])
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName())
    refuseEmpty(option.flags, value)
    const swallowed = textsOf(value).find(
      (text) => command.options.some(({ long }) => long === text) && !written.has(`${option.long}=${text}`),
    )
    if (swallowed === undefined) continue
    throw spaceError('CLI_USAGE', {
      message: `${option.long ?? option.flags} needs a value and was given the option ${swallowed}.`,
      hint: `Write ${swallowed} before ${option.long ?? option.flags}, or give the value.`,
    })
  }
}

const placeName = /path|dir|file|folder|inputs/

function refuseEmpty(name: string, value: unknown): void {
  if (!placeName.test(name) || !textsOf(value).some((text) => text.trim() === '')) return
  throw spaceError('CLI_USAGE', {
    message: 'A path is empty. Nothing was done.',
    hint: 'Is a variable not set? The current folder is `.`.',
  })
}

/** The command line as it was given; what is parsed does not say any more how a value was written. */
function writtenArguments(command: CommandUnknownOpts): readonly string[] {
  if (command.parent !== null) return writtenArguments(command.parent)
  // Commander has it, and its types don't.
  return 'rawArgs' in command ? textsOf(command.rawArgs) : []
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((one): one is string => typeof one === 'string')
}
