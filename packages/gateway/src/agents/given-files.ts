import { join } from 'node:path'
import { type GuardedFetch, inTemporaryFolder, writeFileAtomically } from '@datacortex/platform'
import { utf8Text } from '@datacortex/text'
import { isTakenFile, isText } from '../a2a/media-types.ts'
import { gatewayError } from '../errors.ts'
import type { SentFile } from './agent-service.ts'

export type FileSource = {
  readonly fetch: GuardedFetch
  /** Of all files of a task. */
  readonly fileBytes: number
}

/** A text of this size is shown in the task itself, for runners whose models can open no file. */
const mostShownCharacters = 100_000

/**
 * Puts the files of a task into a folder that lasts as long as its run, and says to the agent where they are.
 * @throws `GATEWAY_FILE_REFUSED`; the reason of the signal.
 */
export async function withFiles<T>(
  { files, text }: { readonly files: readonly SentFile[]; readonly text: string },
  { fetch, fileBytes, signal }: FileSource & { readonly signal: AbortSignal },
  use: (task: string) => Promise<T>,
): Promise<T> {
  if (files.length === 0) return await use(text)
  return await inTemporaryFolder('a2a', async (folder) => {
    const lines: string[] = []
    let left = fileBytes
    for (const [place, file] of files.entries()) {
      const name = `${place + 1}-${fileName(file)}`
      const refuse = (reason: string): never => {
        throw gatewayError('GATEWAY_FILE_REFUSED', { name: name.slice(2), reason })
      }
      const { bytes, mediaType } = await contentOf(file, { fetch, bodyBytes: left, signal, refuse })
      left -= bytes.byteLength
      if (left < 0) refuse(`the files of a task may have ${fileBytes} bytes together`)
      if (!isTakenFile(mediaType)) refuse(`files of the type ${mediaType.slice(0, 100)} are not taken`)
      const path = join(folder, name)
      await writeFileAtomically(path, bytes, { mode: 0o600, isRebuildable: true })
      lines.push(`- ${path} (${mediaType || 'unknown type'}, ${bytes.byteLength} bytes)${shown(bytes, mediaType)}`)
    }
    return await use([text, `Files that came with the task:\n\n${lines.join('\n')}`].join('\n\n').trim())
  })
}

type Content = { readonly bytes: Uint8Array; readonly mediaType: string }

async function contentOf(
  { raw, url, mediaType }: SentFile,
  options: Pick<FileSource, 'fetch'> & { bodyBytes: number; signal: AbortSignal; refuse: (reason: string) => never },
): Promise<Content> {
  const { fetch, bodyBytes, signal, refuse } = options
  if (url === undefined) return { bytes: Buffer.from(raw ?? '', 'base64'), mediaType: mediaType ?? '' }
  try {
    const response = await fetch(url, { signal, limits: { bodyBytes, wireBytes: bodyBytes, totalMs: 60_000 } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok) return { bytes, mediaType: mediaType ?? response.headers.get('content-type') ?? '' }
  } catch {
    signal.throwIfAborted()
  }
  // Why is not said: it would tell a stranger about the network of this machine.
  return refuse('it could not be fetched')
}

/** What is left of a name that stands below no folder, hides nothing and means nothing to a shell. */
function fileName({ filename, url }: SentFile): string {
  const path = URL.parse(url ?? '')?.pathname ?? ''
  const given = filename ?? path.slice(path.lastIndexOf('/') + 1)
  const bare = given.replace(/[^\w.-]+/g, '_').replace(/^[._-]+/, '')
  return bare.slice(-100) || 'file'
}

function shown(bytes: Uint8Array, mediaType: string): string {
  const text = isText(mediaType) ? utf8Text(bytes) : undefined
  if (text === undefined || text.length > mostShownCharacters) return ''
  // Longer than any in it, so that the text can't end it.
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}\n${text}\n${fence}\n`
}
