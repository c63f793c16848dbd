import { type Want, sha256, withheldWants } from '@datacortex/platform'
import { spaceError } from '../errors.ts'
import type { SpaceCommand } from '../caller/space-command.ts'
import type { Work } from '../work.ts'
import { commandsOf, shownCommand } from './commands-of.ts'
import type { ShownWant, ShownWanted } from './shown-wanted.ts'
import { spaceWants } from './space-wants.ts'

/** All that a space wants, or what some names mean of it. Throws `CLI_USAGE` for a name that nothing has. */
export async function wantedOf(work: Work, names: readonly string[] = []) {
  const [commands, wants] = await Promise.all([commandsOf(work), spaceWants(work.paths)])
  const unknown = names.find((name) => ![...commands, ...wants].some((one) => one.name === name))
  if (unknown !== undefined)
    throw spaceError('CLI_USAGE', {
      message: `This space wants nothing by the name ${JSON.stringify(unknown)}.`,
      hint: 'datacortex trust show',
    })
  const isMeant = ({ name }: { readonly name: string }): boolean => names.length === 0 || names.includes(name)
  // Nobody is asked about what never runs.
  const neverRuns = ({ name }: Want): boolean => commands.some((one) => one.name === name && one.state === 'refused')
  return { commands: commands.filter(isMeant), wants: wants.filter((want) => isMeant(want) && !neverRuns(want)) }
}

export function shownWanted(
  { paths }: Pick<Work, 'paths'>,
  { commands, wants }: { readonly commands: readonly SpaceCommand[]; readonly wants: readonly Want[] },
): ShownWanted {
  const { state, reason, allowed } = paths.trust
  return {
    state: state === 'own' ? 'trusted' : state,
    ...(reason === undefined ? {} : { reason }),
    wants: wants.map((want): ShownWant => {
      const { name, kind, value } = want
      const hash = wantHash(want)
      if (withheldWants(paths, [want]).length === 0) return { name, kind, value, hash, state: 'allowed' }
      const before = allowed.find((one) => one.name === name)?.value
      return { name, kind, value, hash, state: 'waiting', ...(before === undefined ? {} : { before }) }
    }),
    commands: commands.map((one) => ({ ...shownCommand(one), hash: commandHash(one) })),
  }
}

function wantHash({ name, kind, value }: Want): string {
  return sha256(JSON.stringify([name, kind, value]))
}

function commandHash(one: SpaceCommand): string {
  const { name, command, env, scripts, facts } = shownCommand(one)
  return sha256(JSON.stringify([name, command, env, scripts, facts]))
}

/** Those of what is wanted that were shown. Throws `CLI_USAGE` if something was shown that is something else by now. */
export function wantedAsShown({ commands, wants }: Awaited<ReturnType<typeof wantedOf>>, shown: readonly string[]) {
  const left = new Set(shown)
  const isShown = (hash: string): boolean => left.delete(hash)
  const some = {
    commands: commands.filter((one) => isShown(commandHash(one))),
    wants: wants.filter((one) => isShown(wantHash(one))),
  }
  if (left.size === 0) return some
  throw spaceError('CLI_USAGE', {
    message: 'What the space wants was changed after it was shown. Nothing was allowed.',
    hint: 'Look at it again: datacortex trust show',
  })
}
