import { readTrust, revokeTrust as revokeSpace, trustSpace } from '@datacortex/platform'
import { z } from 'zod'
import type { SpaceCommand } from '../caller/space-command.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { shownWanted, wantedOf } from './wanted-of.ts'

/** Takes back what was said of a space, or only of what some names mean. Throws `CLI_USAGE` for a name that nothing has. */
export const revokeTrust = operation({
  input: z.strictObject({ names: z.array(name).optional(), dry_run: dryRun }),
  output: z.looseObject({ revoked: z.array(z.string()) }),
  run: async (work, { names = [], dry_run: isDry = false }) => {
    const { root } = work.paths
    const { commands, wants } = await wantedOf(work, names)
    const { state, allowed } = await readTrust(root)
    const stored = await storedOf(commands)
    const kept = allowed.filter((one) => names.length > 0 && !names.includes(one.name))
    const isAll = names.length === 0 && state === 'trusted'
    if (!isDry) {
      for (const { revoke } of stored) await revoke()
      if (isAll) await revokeSpace(root)
      else if (kept.length < allowed.length) await trustSpace(root, { allowed: kept })
    }
    const dropped = allowed.filter((one) => !kept.includes(one)).map((one) => one.name)
    return {
      ...(isDry ? { dry_run: true as const } : {}),
      revoked: [...new Set([...dropped, ...stored.map((one) => one.name)])],
      is_restricted: isAll,
      commands: shownWanted(work, { commands: stored, wants: [] }).commands,
      wants: shownWanted(work, { commands: [], wants: wants.filter((want) => dropped.includes(want.name)) }).wants,
    }
  },
})

/** Found before any is taken back: entries with the same command share one yes. */
async function storedOf(commands: readonly SpaceCommand[]): Promise<readonly SpaceCommand[]> {
  const stored: SpaceCommand[] = []
  for (const command of commands) if (await command.isStored()) stored.push(command)
  return stored
}
