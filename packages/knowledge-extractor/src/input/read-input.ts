import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { sniffContentType } from '@datacortex/content'
import { CodedError } from '@datacortex/errors'
import { sha256, systemErrorReason } from '@datacortex/platform'
import type { SubAgentInput } from '@datacortex/plugin'
import { knowledgeError } from '../errors.ts'
import type { KnowledgeInput } from '../knowledge-input.ts'

export type ReadInput = SubAgentInput & {
  /** Of the bytes; of the address for an address. */
  readonly sha256: string
}

/** Larger inputs are refused where nothing else is said. */
export const defaultMaxBytes = 200_000_000

/**
 * Reads an input into what sub-agents take. An address is not fetched here.
 * @throws `KNOWLEDGE_INPUT_TOO_LARGE`, `KNOWLEDGE_INPUT_UNREADABLE`.
 * @example await readInput({ kind: 'file', path: '/papers/tides.pdf' }, { maxBytes: 1_000_000 })
 */
export async function readInput(
  input: Extract<KnowledgeInput, { kind: 'url' | 'file' | 'folder' | 'bytes' }>,
  { maxBytes }: { maxBytes: number },
): Promise<ReadInput> {
  if (input.kind === 'bytes') {
    const { contentType, name } = input
    const sizeBytes = input.bytes.length
    if (sizeBytes > maxBytes) throw knowledgeError('KNOWLEDGE_INPUT_TOO_LARGE', { input: name, sizeBytes, maxBytes })
    return { contentType, name, bytes: input.bytes, sha256: sha256(input.bytes) }
  }
  const bytes = new Uint8Array()
  if (input.kind === 'url')
    return { contentType: 'text/uri-list', name: input.url, url: input.url, bytes, sha256: sha256(input.url) }
  const { path } = input
  if (input.kind === 'folder') return { contentType: 'inode/directory', name: path, path, bytes, sha256: sha256(path) }
  const content = await readBytes(path, maxBytes)
  const contentType = await sniffContentType(content, { name: path })
  return { contentType, name: path, path, bytes: content, sha256: sha256(content) }
}

async function readBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    await using handle = await open(path, openFlags)
    const stat = await handle.stat()
    if (!stat.isFile())
      throw knowledgeError('KNOWLEDGE_INPUT_UNREADABLE', { input: path, reason: 'it is no regular file' })
    if (stat.size > maxBytes)
      throw knowledgeError('KNOWLEDGE_INPUT_TOO_LARGE', { input: path, sizeBytes: stat.size, maxBytes })
    return await handle.readFile()
  } catch (error) {
    if (CodedError.is(error)) throw error
    const reason = systemErrorReason(error)
    throw knowledgeError('KNOWLEDGE_INPUT_UNREADABLE', { input: path, reason }, { cause: error })
  }
}

// A named pipe would be waited for.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
