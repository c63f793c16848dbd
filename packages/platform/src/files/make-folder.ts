import { type Below, holdFolder } from './hold-folder.ts'

/**
 * Makes a folder and what is missing above it; one that is there is fine.
 * @param options - `mode`: permission bits of new folders. `below`: as for `writeFileAtomically`.
 * @throws What `node:fs` throws, such as ENOENT in `/proc`; `PLATFORM_FILE_UNWRITABLE` if a link is in the way.
 * @example makeFolderSync('/space/.datacore/state')
 */
export function makeFolderSync(path: string, options: Below & { readonly mode?: number | undefined } = {}): void {
  using held = holdFolder(path, { ...options, make: true })
  held.check()
}

/**
 * The same for callers that wait.
 * @example await makeFolder('/space/.datacore/state')
 */
export async function makeFolder(...parameters: Parameters<typeof makeFolderSync>): Promise<void> {
  makeFolderSync(...parameters)
  await Promise.resolve()
}
