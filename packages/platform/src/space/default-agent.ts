import { join, resolve } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { withLock } from '../locks/with-lock.ts'
import { readJsonFile } from '../parse/read-json-file.ts'
import { userPaths } from './user-paths.ts'

const Kept = z.record(z.string(), z.string())

/**
 * Which agent of a space its user chose to look for agents elsewhere. The choice lies in the user's own folder, where no
 * space can write.
 * @throws `PLATFORM_FILE_UNREADABLE`, `PLATFORM_JSON_INVALID`
 * @example await defaultAgent('/desk') // 'orchestrator'
 */
export async function defaultAgent(root: string): Promise<string | undefined> {
  return (await chosen())[resolve(root)]
}

/**
 * Chooses it, or takes the choice back.
 * @throws `PLATFORM_FILE_UNWRITABLE`, `PLATFORM_LOCK_TIMEOUT`
 * @example await setDefaultAgent('/desk', 'orchestrator')
 */
export async function setDefaultAgent(root: string, id: string | undefined): Promise<void> {
  // Two spaces share the file.
  await withLock(join(userPaths().config, 'locks', 'default-agents'), async () => {
    const { [resolve(root)]: _, ...others } = await chosen()
    const choice = id === undefined ? others : { ...others, [resolve(root)]: id }
    await writeFileAtomically(fileOf(), `${JSON.stringify(choice)}\n`, { mode: 0o600 })
  })
}

async function chosen(): Promise<Readonly<Record<string, string>>> {
  return (await readJsonFile(fileOf(), Kept)) ?? {}
}

function fileOf(): string {
  return join(userPaths().config, 'default-agents.json')
}
