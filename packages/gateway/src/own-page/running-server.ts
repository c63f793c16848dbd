import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import {
  createGuardedFetch,
  parseJson,
  readTextFile,
  removeFile,
  sha256,
  userPaths,
  writeFileAtomically,
} from '@datacortex/platform'
import { z } from 'zod'

const Running = z.strictObject({ url: z.string(), key: z.string() })

/** Lets `datacortex open` find this server: in the user's own folder, which nobody else reads. */
export async function announceServer(root: string, running: z.infer<typeof Running>): Promise<() => Promise<void>> {
  const file = await fileOf(root)
  await writeFileAtomically(file, `${JSON.stringify(running)}\n`, { mode: 0o600 })
  return async () => {
    // Another server of the space may have come meanwhile.
    if ((await readRunning(file))?.key === running.key) await removeFile(file)
  }
}

/**
 * A link that signs in once at the server of a space that runs already; undefined if none answers.
 * @example await linkOfRunningServer('/desk', { signal }) // 'http://127.0.0.1:4100/app/#code=…'
 */
export async function linkOfRunningServer(
  root: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<string | undefined> {
  const running = await readRunning(await fileOf(root))
  if (running === undefined) return undefined
  const { host } = new URL(running.url)
  const limits = { totalMs: 5000 }
  const fetch = createGuardedFetch({ hosts: [host], allowPrivate: [host], limits })
  const headers = { authorization: `Bearer ${running.key}` }
  const asking = fetch(`${running.url}app/code`, { method: 'POST', headers, signal })
  // It may have been killed, and another program may listen there by now.
  const response = await asking.catch(ifCoded(undefined))
  if (response?.ok !== true) return undefined
  const { code } = parseJson(await response.text(), z.object({ code: z.string() }), { origin: running.url })
  return signInLink(running.url, code)
}

export function signInLink(base: string, code: string): string {
  return `${base}app/#code=${code}`
}

async function fileOf(root: string): Promise<string> {
  return join(userPaths().config, 'serving', `${sha256(await realpath(root))}.json`)
}

async function readRunning(file: string): Promise<z.infer<typeof Running> | undefined> {
  const read = await readTextFile(file)
  if (!read.ok) return undefined
  try {
    return parseJson(read.text, Running, { origin: file })
  } catch (error) {
    return ifCoded(undefined)(error)
  }
}
