import {
  type OtherMachine,
  changeKnownMachines,
  countUnsent,
  lastSync,
  machineOf,
  otherMachines,
  serveSync,
  updatePerformance,
} from '@datacortex/execution'
import { readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { operation } from '../operation.ts'
import { dryRun, flag } from '../schema.ts'
import { machineKey } from './machine-key.ts'
import { type Synced, pullNow, pushNow } from './sync-now.ts'
import { syncPlace } from './sync-remote.ts'

const synced = z.looseObject({ place: z.string() })

export const pushRuns = operation({
  input: z.strictObject({}),
  output: synced,
  run: async (work): Promise<Synced> => await pushNow(work),
})

export const pullRuns = operation({
  input: z.strictObject({}),
  output: synced,
  run: async (work): Promise<Synced> => await pullNow(work),
})

export type SyncStatus = {
  /** By which others know this one. */
  readonly machine: string
  readonly place?: string | undefined
  readonly last_sync?: string | undefined
  /** Entries of the log that were never pushed. */
  readonly unsent: number
  readonly machines: readonly OtherMachine[]
}

export const syncStatus = operation({
  input: z.strictObject({}),
  output: z.looseObject({
    machine: z.string(),
    unsent: z.number(),
    machines: z.array(z.looseObject({ id: z.string() })),
  }),
  run: async ({ paths, signal, caller }): Promise<SyncStatus> => {
    requireUser(caller, 'sync.status')
    const { sync } = await readSettings(paths)
    const place = syncPlace(sync)
    return {
      machine: machineOf((await machineKey()).x),
      ...(place === undefined ? {} : { place }),
      last_sync: await lastSync(paths),
      unsent: await countUnsent(paths, signal),
      machines: await otherMachines(paths),
    }
  },
})

export const trustMachines = operation({
  input: z.strictObject({
    machines: z.array(z.string().regex(/^[0-9a-f]{32}$/, 'expected the 32 digits that `sync status` shows')).min(1),
    forget: flag('Runs of these no longer count.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ machines: z.array(z.string()) }),
  run: async (work, { machines, forget = false, dry_run: isDry = false }) => {
    requireUser(work.caller, 'sync.trust')
    if (isDry) return { machines, updated: [], dry_run: true as const }
    await changeKnownMachines((known) => {
      const named = new Set(machines)
      return forget ? known.difference(named) : known.union(named)
    })
    const { registry } = await work.catalogue()
    const { updated } = await updatePerformance(work.paths, { registry, signal: work.signal })
    return { machines, updated }
  },
})

export const exchangeRuns = operation({
  input: z.strictObject({
    lines: z.array(z.string()).max(10_000).describe('Batches, signed by the machines that they come from.'),
    have: z.record(z.string(), z.int().min(0)).optional().describe('How many batches of each are there already.'),
  }),
  output: z.looseObject({
    has: z.record(z.string(), z.looseObject({ count: z.number() })),
    lines: z.array(z.string()),
    more: z.boolean(),
  }),
  run: async ({ paths, caller, signal }, asked) => {
    // The token names the space: one that was made anew under its name goes on with what was there.
    const client = caller.kind === 'client' ? (caller.client?.split('/')[0] ?? 'anyone') : 'own'
    return await serveSync(paths, { ...asked, client, signal })
  },
})
