import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { SubAgentInput } from '@datacortex/plugin'
import { conversationError } from './errors.ts'

/** How many bytes an input has, on disk if it was not handed over. */
export async function inputSize({ bytes, path, name }: SubAgentInput): Promise<number> {
  if (bytes.length > 0 || path === undefined) return bytes.length
  return (await stat(path).catch((error: unknown) => unreadable(name, error))).size
}

export async function inputBytes({ bytes, path, name }: SubAgentInput): Promise<Uint8Array> {
  if (bytes.length > 0 || path === undefined) return bytes
  return await readFile(path).catch((error: unknown) => unreadable(name, error))
}

const chunkBytes = 1 << 20

/** The bytes of an input in pieces, from its file if it is there. */
export async function* inputChunks({ bytes, path, name }: SubAgentInput): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0 || path === undefined) {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
    return
  }
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) yield chunk as Uint8Array
  } catch (error) {
    unreadable(name, error)
  }
}

export function unreadable(name: string, error: unknown): never {
  throw conversationError('CONVERSATION_UNREADABLE', { name, reason: systemReason(error) }, { cause: error })
}

/** `ENOENT`, or what else the system said. */
function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
