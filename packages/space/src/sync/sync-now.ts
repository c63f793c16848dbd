import { type Finding, asFinding } from '@datacortex/errors'
import { noteSync, pullLog, pushLog, updatePerformance } from '@datacortex/execution'
import { readSettings, withTimeLimit } from '@datacortex/platform'
import { spaceError } from '../errors.ts'
import type { Work } from '../work.ts'
import { machineKey } from './machine-key.ts'
import { type OpenRemote, openRemote, syncPlace } from './sync-remote.ts'

/** What was brought, or fetched, and what of it needs a person. */
export type Synced = {
  readonly place: string
  readonly pushed?: number | undefined
  readonly pulled?: number | undefined
  readonly updated: readonly string[]
  readonly findings: readonly Finding[]
}

/** Throws `SPACE_SYNC_UNSET` where the settings name no place. */
export async function pushNow(work: Work): Promise<Synced> {
  const opened = await opening(work)
  const { pushed } = await pushLog(work.paths, { ...opened, key: await machineKey(), signal: work.signal })
  await noteSync(work.paths, new Date(), work.signal)
  return { place: opened.place, pushed, updated: [], findings: [] }
}

/** Throws `SPACE_SYNC_UNSET` where the settings name no place. */
export async function pullNow(work: Work): Promise<Synced> {
  const opened = await opening(work)
  const { pulled, findings } = await pullLog(work.paths, { ...opened, signal: work.signal })
  await noteSync(work.paths, new Date(), work.signal)
  const { registry } = await work.catalogue()
  const counted = await updatePerformance(work.paths, { registry, signal: work.signal })
  return { place: opened.place, pulled, updated: counted.updated, findings: [...findings, ...counted.findings] }
}

async function opening(work: Work): Promise<OpenRemote> {
  const opened = await openRemote(work, await readSettings(work.paths))
  if (opened === undefined)
    throw spaceError('SPACE_SYNC_UNSET', { what: 'the settings have neither sync.server nor sync.git' })
  return opened
}

/**
 * The same for who has other things to do: nothing where no place is named, and what goes wrong, or takes longer than the
 * settings allow, is a finding.
 */
export async function syncBeside(work: Work, run: (work: Work) => Promise<Synced>): Promise<readonly Finding[]> {
  const { sync } = await readSettings(work.paths)
  // What others ask for must not write.
  const place = syncPlace(sync)
  if (place === undefined || work.caller.kind !== 'user') return []
  const limits = { timeoutMs: sync.deadline_ms, signal: work.signal }
  const late = spaceError('SPACE_SYNC_REFUSED', {
    place,
    reason: `no answer within ${sync.deadline_ms} ms`,
  })
  return await withTimeLimit(async (signal) => await run({ ...work, signal }), { ...limits, late }).then(
    ({ findings }) => findings,
    asFinding('sync'),
  )
}
