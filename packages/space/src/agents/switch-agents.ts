import { join } from 'node:path'
import { readSettings, withLock, writeLocalSettings } from '@datacortex/platform'
import { resolveAgent, withDisabled } from '@datacortex/registry'
import { z } from 'zod'
import { type Asked, operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import type { Work } from '../work.ts'

const input = z.strictObject({ ids: z.array(name).min(1).max(100_000).describe('Of agents.'), dry_run: dryRun })
const output = z.looseObject({ changed: z.array(z.string()), disabled: z.array(z.string()) })

export const disableAgents = operation({
  input,
  output,
  run: async (work, asked) => await switched(work, { asked, isOff: () => true }),
})

export const enableAgents = operation({
  input,
  output,
  run: async (work, asked) => await switched(work, { asked, isOff: (id, ids) => !ids.has(id) }),
})

type Switching = {
  readonly asked: Asked<typeof input>
  readonly isOff: (id: string, ids: ReadonlySet<string>) => boolean
}

async function switched(work: Work, { asked, isOff }: Switching) {
  const { paths, signal } = work
  const isDry = asked.dry_run === true
  const registry = withDisabled((await work.catalogue()).registry)
  const run = async () => {
    const before = (await readSettings(paths)).agents.disabled
    // One that is gone by now can still be switched on.
    const ids = new Set(asked.ids.map((id) => (before.includes(id) ? id : resolveAgent(registry, id).agent.id)))
    const disabled = [...new Set([...before, ...ids])].filter((id) => isOff(id, ids))
    const changed = [...ids].filter((id) => before.includes(id) !== disabled.includes(id))
    if (!isDry && changed.length > 0) await writeLocalSettings(paths, 'agents', { disabled })
    return { changed, disabled, ...(isDry ? { dry_run: true as const } : {}) }
  }
  // A dry run writes nothing, a lock neither.
  return isDry ? await run() : await withLock(join(paths.locksDirectory, 'settings'), run, { signal })
}
