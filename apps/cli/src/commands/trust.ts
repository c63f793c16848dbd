import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CodedError } from '@datacortex/errors'
import { count } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { commandLines, wantedLines } from '../output/command-lines.ts'
import { displayPath } from '../output/display-path.ts'
import { terminalText } from '../output/terminal-text.ts'

export type TrustOptions = {
  /** Names such as `runners.claude`, or the folder of a space; `allow` without a name means all that waits. */
  readonly names: readonly string[]
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

export async function trustShow(context: Context, directory: string | undefined): Promise<CommandResult> {
  const data = await (await spaceOf({ ...context, root: directory ?? context.root })).trust.show({})
  const { state, wants, commands } = data
  const waits = state === 'restricted' || [...wants, ...commands].some((one) => one.state === 'waiting')
  const shown = `trust      ${state === 'restricted' ? 'restricted: it can be read, and nothing in it takes effect' : 'trusted'}`
  return {
    data,
    lines: [shown, ...wantedLines(data), ...(waits ? ['next       datacortex trust allow, if you agree'] : [])],
  }
}

export const trustList = commandOf('trust.list', (data) => {
  const lines = data.spaces.map(({ root, allowed, is_there: isThere }) => {
    const what = allowed.length === 0 ? 'it wants nothing' : `allowed: ${allowed.join(', ')}`
    return `${displayPath(root)}  ${isThere ? what : 'is not there any more'}`
  })
  return lines.length === 0 ? ['you trust no space'] : lines
})

export async function trustAllow(context: Context, given: TrustOptions): Promise<CommandResult> {
  const { space, names } = await spaceAndNames(context, given)
  const { yes, dryRun } = given
  const data = await space.trust.allow({ names, yes, dry_run: dryRun })
  const { approved, refused, wants, commands, is_new: isNew } = data
  if (refused === undefined && dryRun !== true) {
    const isNothing = wants.length + commands.length === 0 && data.state === 'trusted'
    return isNothing ? { data, lines: ['nothing waits for your word'] } : { data, lines: ['not allowed'], exitCode: 1 }
  }
  const shown = wantedLines(data)
  if (dryRun === true) return { data, lines: [...shown, 'dry run    nothing was allowed'] }
  return {
    data,
    lines: [
      ...(yes === true ? shown : []),
      ...(isNew ? [`trusted    ${displayPath(space.paths.root)}`] : []),
      ...(approved.length === 0 ? [] : [`allowed    ${approved.join(', ')}; any change is asked about again`]),
      ...(refused ?? []).map(({ name, message }) => `refused    ${name}: ${message}`),
    ],
    exitCode: refused !== undefined && refused.length > 0 ? 1 : 0,
  }
}

export async function trustRevoke(context: Context, given: TrustOptions): Promise<CommandResult> {
  const { space, names } = await spaceAndNames(context, given)
  const data = await space.trust.revoke({ names, dry_run: given.dryRun })
  const { revoked, commands, is_restricted: isRestricted } = data
  if (given.dryRun === true)
    return { data, lines: [...wantedLines({ ...data, state: 'trusted' }), 'dry run    nothing was revoked'] }
  if (revoked.length === 0 && !isRestricted) return { data, lines: ['none of them was allowed'] }
  return {
    data,
    lines: [
      ...(isRestricted ? [`restricted ${displayPath(space.paths.root)}`] : []),
      ...(revoked.length === 0 ? [] : [`revoked    ${count(revoked.length, 'thing')}: ${revoked.join(', ')}`]),
      ...(isRestricted ? [] : commands.flatMap(commandLines)),
    ],
  }
}

/** Asks who is at the terminal to allow what a command was refused for; whether they do. */
export async function isAllowedNow(context: Context, { message, details }: CodedError): Promise<boolean> {
  process.stderr.write(terminalText(`${message}\n`))
  const root = typeof details['root'] === 'string' ? details['root'] : context.root
  const { state, refused } = await (await spaceOf({ ...context, root })).trust.allow({})
  return state === 'trusted' && refused !== undefined
}

/** What names a folder with a space means that space, and not something in it. */
async function spaceAndNames(context: Context, { names }: TrustOptions) {
  const [root, ...more] = names.filter((name) => existsSync(join(name, '.datacore')))
  const space = await spaceOf({ ...context, root: root ?? context.root })
  return { space, names: names.filter((name) => name !== root || more.includes(name)) }
}
