import { CodedError, holdsSecretKey, redact } from '@datacortex/errors'
import { readSettings, withLock, writeLocalSettings } from '@datacortex/platform'
import { join } from 'node:path'
import { z } from 'zod'
import { type Asked, operation } from '../operation.ts'
import { dryRun, exact, flag, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { askOptions, askedDirectories } from './asked-directories.ts'
import { type SpaceDirectory, knownDirectories, settingsOf, spaceDirectory } from './known-directories.ts'

const listed = z.looseObject({ name: z.string(), found: z.number(), stale: z.boolean() })

export const listDirectories = operation({
  input: z.strictObject({}),
  output: z.looseObject({ directories: z.array(listed) }),
  run: async (work) => {
    const [known, options] = await Promise.all([knownDirectories(work), askOptions(work)])
    const { DirectoryCache, reportOf } = await import('@datacortex/directory')
    using cache = await DirectoryCache.open(work.paths)
    const directories = known.map(({ name: one, addresses }) => {
      const { took_ms: _, ...report } = reportOf(cache, one, options)
      // Without keys in them.
      return { ...report, addresses: addresses.map(redact) }
    })
    return { directories }
  },
})

const input = z.strictObject({
  directory: name.describe('Such as catalog, erc8004 or nostr.'),
  address: exact.describe('What is asked: the address of a catalogue, a card or a site, of an RPC, or of a relay.'),
  dry_run: dryRun,
})

export type ChangedDirectory = {
  readonly directory: string
  readonly addresses: readonly string[]
  readonly changed: boolean
  readonly dry_run?: true | undefined
}

const output = z.looseObject({ directory: z.string(), addresses: z.array(z.string()), changed: z.boolean() })

export const addDirectory = operation({
  input,
  output,
  run: async (work, asked) => await changed(work, asked, (all) => [...new Set([...all, asked.address.trim()])]),
})

export const removeDirectory = operation({
  input,
  output,
  run: async (work, asked) =>
    await changed(work, asked, (all) => all.filter((one) => ![one, redact(one)].includes(asked.address.trim()))),
})

async function changed(
  work: Work,
  { directory: wanted, address, dry_run: isDry = false }: Asked<typeof input>,
  change: (addresses: readonly string[]) => readonly string[],
): Promise<ChangedDirectory> {
  const { DirectoryCache, directoryError } = await import('@datacortex/directory')
  if (holdsSecretKey(address)) throw directoryError('DIRECTORY_KEY_GIVEN', {})
  const run = async (): Promise<ChangedDirectory> => {
    const known = await knownDirectories(work)
    const one = known.find(({ name: called }) => called === wanted.toLowerCase())
    if (one === undefined)
      throw directoryError('DIRECTORY_UNKNOWN', { name: wanted, known: known.map(({ name: called }) => called) })
    const addresses = change(one.addresses)
    const isOther = addresses.join('\n') !== one.addresses.join('\n')
    const answer = { directory: one.name, addresses, changed: isOther }
    if (!isOther) return answer
    // What is taken out may be why the others are not asked.
    const isLess = addresses.length < one.addresses.length
    if (!isLess) await checkAddresses(work, { one, addresses, address })
    if (isDry) return { ...answer, dry_run: true }
    await writeLocalSettings(work.paths, one.section, { [one.key]: addresses })
    if (isLess) {
      using cache = await DirectoryCache.open(work.paths)
      cache.forget(one.name)
    }
    return answer
  }
  return isDry ? await run() : await withLock(join(work.paths.locksDirectory, 'settings'), run, { signal: work.signal })
}

/** The directory itself knows what is an address to it. */
async function checkAddresses(
  work: Work,
  { one, addresses, address }: { one: SpaceDirectory; addresses: readonly string[]; address: string },
): Promise<void> {
  const settings = { ...settingsOf(one.module, await readSettings(work.paths)), [one.key]: addresses }
  try {
    await using _ = await spaceDirectory(work, { module: one.module, settings }).open()
  } catch (error) {
    if (!CodedError.is(error, 'MODULE_SETTINGS_INVALID')) throw error
    const { directoryError } = await import('@datacortex/directory')
    const { issues } = error.details
    const reason = Array.isArray(issues) ? issues.join('; ') : error.message
    throw directoryError('DIRECTORY_ADDRESS_INVALID', { name: one.name, address, reason })
  }
}

/** How long a refresh waits for each. */
const patienceMs = 10 * 60_000

export const refreshDirectories = operation({
  input: z.strictObject({
    directories: z.array(name).max(20).optional().describe('All that have an address if left out.'),
    full: flag('Asks from the start, and not for what changed alone.'),
  }),
  output: z.looseObject({ directories: z.array(listed), embedded: z.number(), agents: z.number() }),
  run: async (work, { directories: names = ['all'], full = false }) => {
    const asked = await askedDirectories(work, names)
    const { DirectoryCache, askDirectories } = await import('@datacortex/directory')
    using cache = await DirectoryCache.open(work.paths)
    const options = { ...(await askOptions(work)), deadlineMs: patienceMs, maxAgeMs: -1, patienceMs: 0, isFull: full }
    const reports = await askDirectories(cache, asked, options)
    await using finder = await work.openPublished(cache, work)
    return { directories: reports, embedded: finder.update.embedded, agents: finder.agentCount, findings: [] }
  },
})
