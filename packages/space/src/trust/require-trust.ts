import { findingOf, ifCoded } from '@datacortex/errors'
import { type SpacePaths, shellWord } from '@datacortex/platform'
import { spaceError } from '../errors.ts'
import type { Entry } from '../operation.ts'
import { allowWants, spaceWants, waitingWants } from './space-wants.ts'

/** What is asked of a space: the operation, and whether it only says what it would do. */
export type AskedOfSpace = {
  readonly name: string
  readonly entry: Pick<Entry<unknown>, 'isReadOnly' | 'inRestricted' | 'wants'>
  readonly isDry: boolean
}

/** Lets nothing be written into a space that is not trusted, nor be done with what waits; what only reads goes on, with findings. */
export async function requireTrust(paths: SpacePaths, { name, entry, isDry }: AskedOfSpace) {
  const { isReadOnly = false, inRestricted = false, wants = [] } = entry
  const { root, trust } = paths
  const isRestricted = trust.state === 'restricted'
  // Settings that can't be read are reported by what needs them.
  const waiting = wants.length === 0 ? [] : await waitingWants(paths, wants).catch(ifCoded([]))
  if (!isRestricted && waiting.length === 0) return []
  // A trusted space waits for its user rather than go on with defaults, such as another model.
  const isFree = isReadOnly || (isRestricted && inRestricted) || (isDry && waiting.length === 0)
  const error = spaceError('SPACE_RESTRICTED', {
    root,
    word: shellWord(root),
    name: isFree ? undefined : name,
    reason: trust.reason ?? 'changed',
    former: trust.former,
    wants: waiting.map((want) => want.name),
  })
  if (!isFree) throw error
  return [{ ...findingOf(error, '.datacore'), severity: 'warning' }]
}

/** Does what may write into the settings or sources of a space, and allows what it wrote there. */
export async function allowingNew<Answer>(paths: SpacePaths, run: () => Promise<Answer>): Promise<Answer> {
  const before = await spaceWants(paths)
  const answer = await run()
  const added = (await spaceWants(paths)).filter(({ digest }) => !before.some((one) => one.digest === digest))
  if (added.length > 0) await allowWants(paths.root, added)
  return answer
}
