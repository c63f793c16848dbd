import type { AskOptions } from '@datacortex/directory'
import { type Settings, readSettings } from '@datacortex/platform'
import { requireRight, requireUser } from '../caller/require-right.ts'
import type { Work } from '../work.ts'
import { type SpaceDirectory, knownDirectories } from './known-directories.ts'

/** The directories that names stand for, `all` for those that have an address. @throws `DIRECTORY_UNKNOWN` `DIRECTORY_NOT_ADDED` */
export async function askedDirectories(
  work: Pick<Work, 'paths' | 'catalogue' | 'openLog' | 'caller'>,
  names: readonly string[],
  settings?: Settings,
): Promise<readonly SpaceDirectory[]> {
  requireRight(work.caller, { name: 'directories', right: 'research' })
  // What an agent reads may be a stranger's: it does not choose whom its user asks.
  if (work.caller.kind === 'agent') requireUser(work.caller, 'directories')
  const known = await knownDirectories(work, settings)
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()))
  const { directoryError } = await import('@datacortex/directory')
  for (const name of wanted) {
    const one = known.find((directory) => directory.name === name)
    if (name === 'all') continue
    if (one === undefined)
      throw directoryError('DIRECTORY_UNKNOWN', { name, known: known.map((directory) => directory.name) })
    if (one.addresses.length === 0) throw directoryError('DIRECTORY_NOT_ADDED', { name })
  }
  const asked = known.filter(({ name, addresses }) => addresses.length > 0 && (wanted.has('all') || wanted.has(name)))
  if (asked.length === 0) throw directoryError('DIRECTORY_NOT_ADDED', { name: known[0]?.name ?? 'catalog' })
  return asked
}

export async function askOptions(work: Pick<Work, 'paths' | 'signal'>, given?: Settings): Promise<AskOptions> {
  const { deadline_ms: deadlineMs, max_age_hours: hours } = (given ?? (await readSettings(work.paths))).directories
  return { deadlineMs, maxAgeMs: hours * 3_600_000, now: Date.now, signal: work.signal }
}
