import { stat } from 'node:fs/promises'
import { createGuardedFetch, move, openToWrite, removeFile, systemErrorReason, ifRefused } from '@datacortex/platform'
import { embeddingsError } from './errors.ts'
import { hashFile, type ModelPins } from './model-manifest.ts'

/** Larger files are not taken, in bytes. */
export const mostBytes = 8e9
// Models are large, and the hub answers at once or not at all.
const limits = { firstByteMs: 30_000, totalMs: 24 * 3_600_000, wireBytes: mostBytes, bodyBytes: mostBytes }

/** Where models come from: the hub, or what the user has in its place, by the variable that other programs know too. */
export function hubEndpoint(): string {
  return process.env['HF_ENDPOINT'] || 'https://huggingface.co'
}

/** `pinned`: SHA-256 of the first time. */
type Download = { readonly path: string; readonly file: string; readonly pinned: string | undefined } & {
  readonly signal: AbortSignal | undefined
  readonly onBytes: (done: number, total: number | undefined) => void
}

/** Downloads a file of the hub, resumed where a hash will tell whether the parts fit; undefined if there is none. */
export async function downloadFile(download: Download): Promise<ModelPins['files'][string] | undefined> {
  const { path, file, pinned, signal, onBytes } = download
  const part = `${file}.part`
  const before = (await stat(part).catch(ifRefused(undefined)))?.size ?? 0
  const { response, stated } = await ask(path, { before, signal })
  const wanted = pinned ?? stated
  const isRest = response.headers.get('content-range')?.startsWith(`bytes ${before}-`) === true && wanted !== undefined
  const begun = response.status === 206 && isRest ? before : 0
  const total = begun + Number(response.headers.get('content-length') ?? Number.NaN)
  const isTaken = response.status === 200 || begun > 0
  if (!isTaken || total > mostBytes) await response.body?.cancel()
  if (!isTaken && before > 0) {
    await removeFile(part)
    return await downloadFile(download)
  }
  if (response.status === 404) return undefined
  if (!isTaken)
    return failed(
      path,
      `the hub answered with ${response.status}`,
      /40[13]/.test(`${response.status}`) ? closed : undefined,
    )
  if (total > mostBytes) failed(path, `it has ${total} bytes, and ${mostBytes} are the most that is taken`)
  try {
    await using handle = await openToWrite(part, 'append')
    if (begun === 0 && before > 0) await handle.truncate()
    let done = begun
    for await (const piece of response.body ?? []) {
      await handle.writeFile(piece)
      onBytes((done += piece.length), Number.isNaN(total) ? undefined : total)
    }
    await handle.sync()
  } catch (error) {
    // What the network did, and a stop, are passed on as they are.
    if (!(error instanceof Error && 'syscall' in error)) throw error
    failed(path, `${file} can't be written (${systemErrorReason(error)})`)
  }
  const [sha256, { size: sizeBytes }] = await Promise.all([hashFile(part), stat(part)])
  if (wanted !== undefined && wanted !== sha256) {
    await removeFile(part)
    if (pinned === undefined) failed(path, `its SHA-256 is ${sha256}, and the hub says ${wanted}`)
    throw embeddingsError('EMBEDDINGS_DOWNLOAD_CHANGED', { path, pinned: wanted, found: sha256 })
  }
  await move(part, file)
  return { sizeBytes, sha256 }
}

/** Redirects lead to the hub and where it keeps large files. `stated`: SHA-256 of the whole file as the hub says. */
async function ask(path: string, { before, signal }: { readonly before: number; readonly signal: Download['signal'] }) {
  const hub = hubEndpoint()
  if (!/^https?:/i.test(hub) || !URL.canParse(hub))
    failed(
      path,
      `HF_ENDPOINT is ${JSON.stringify(hub)}`,
      'Set it to an address such as https://huggingface.co, or not at all.',
    )
  const start = new URL(path, `${hub}/`)
  // What the user has in place of the hub may stand in their own network.
  const allowPrivate = start.host === 'huggingface.co' ? [] : [start.host]
  const fetchFrom = createGuardedFetch({ allowPrivate, allowHttp: false, limits })
  const headers = { 'accept-encoding': 'identity', ...(before > 0 ? { range: `bytes=${before}-` } : {}) }
  let stated: string | undefined
  for (let url = start, redirects = 0; redirects <= 5; redirects += 1) {
    const response = await fetchFrom(url.href, { headers, redirect: 'manual', signal: signal ?? null })
    const tag = response.headers.get('x-linked-etag') ?? response.headers.get('etag') ?? ''
    stated ??= /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(tag)?.[1]
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return { response, stated }
    await response.body?.cancel()
    url = new URL(location, url)
    if (url.origin !== start.origin && !/^https:\/\/(?:[\w.-]+\.)?(?:huggingface\.co|hf\.co)$/.test(url.origin))
      failed(path, `it leads to ${url.host}, which is neither the hub nor a host of it`)
  }
  return failed(path, 'it was redirected more than 5 times')
}

function failed(path: string, reason: string, hint?: string): never {
  throw embeddingsError('EMBEDDINGS_DOWNLOAD_FAILED', { path, reason, hint })
}

const closed =
  'It says so of a model that it does not have, and of one that has terms to be agreed to: check the id, or choose of `datacortex model list`.'
