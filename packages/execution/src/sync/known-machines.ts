import { join } from 'node:path'
import { readJsonFile, userPaths, withLock, writeFileAtomically } from '@datacortex/platform'
import { z } from 'zod'

const Store = z.strictObject({ machines: z.array(z.string().regex(/^[0-9a-f]{32}$/)) })

/**
 * The machines whose runs count for this user. They are kept in the user's own folder: a space that came from elsewhere names none.
 * @example (await knownMachines()).has(machineOf(key.x))
 */
export async function knownMachines(): Promise<ReadonlySet<string>> {
  return new Set((await readJsonFile(storeFile(), Store))?.machines)
}

/**
 * Changes which machines count.
 * @example await changeKnownMachines((known) => known.union(new Set([id])))
 */
export async function changeKnownMachines(change: (known: ReadonlySet<string>) => ReadonlySet<string>): Promise<void> {
  await withLock(`${storeFile()}.lock`, async () => {
    const machines = [...change(await knownMachines())].toSorted()
    await writeFileAtomically(storeFile(), `${JSON.stringify({ machines })}\n`, { mode: 0o600 })
  })
}

function storeFile(): string {
  return join(userPaths().config, 'machines.json')
}
