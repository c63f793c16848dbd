import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, readJsonFile, readTrust, sha256 } from '@datacortex/platform'
import { userPaths, withLock, writeFileAtomically } from '@datacortex/platform'
import { z } from 'zod'
import { rights } from '../caller/caller.ts'

/** A token by which others call a space. What they send is kept nowhere, only its hash. */
export type StoredToken = z.infer<typeof StoredToken>
const StoredToken = z.strictObject({
  name: z.string(),
  rights: z.array(z.enum(rights)),
  made_at: z.string(),
  /** SHA-256, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

const Store = z.strictObject({ root: z.string(), tokens: z.array(StoredToken) })

/** Where the tokens of a space lie: in the user's own folder, so that a space from elsewhere brings none. They move with it. */
export async function tokensFile({ root, trust }: SpacePaths): Promise<string> {
  const boundTo = trust.boundTo ?? (await readTrust(root)).boundTo ?? (await realpath(root))
  return join(userPaths().config, 'tokens', `${sha256(boundTo)}.json`)
}

/** The tokens of a space. A store that can't be read is not one without tokens: that would let everybody in. */
export async function readTokens(paths: SpacePaths): Promise<readonly StoredToken[]> {
  return (await readJsonFile(await tokensFile(paths), Store))?.tokens ?? []
}

/** Changes the tokens of a space while nobody else does; a change that throws changes none. */
export async function changeTokens(
  paths: SpacePaths,
  { isDry, change }: { isDry: boolean; change: (tokens: readonly StoredToken[]) => readonly StoredToken[] },
): Promise<void> {
  if (isDry) return void change(await readTokens(paths))
  const file = await tokensFile(paths)
  await withLock(`${file}.lock`, async () => {
    const tokens = change(await readTokens(paths))
    await writeFileAtomically(file, `${JSON.stringify({ root: paths.root, tokens })}\n`, { mode: 0o600 })
  })
}
