import { unzipSync } from 'fflate'
import { conversationError } from './errors.ts'

type Member = { readonly name: string; readonly originalSize: number }

/** Limits against archives that grow without end. */
export type ArchiveLimits = { readonly maxBytes: number; readonly maxFiles: number }

export type UnpackOptions = ArchiveLimits & { readonly name: string; readonly isWanted: (name: string) => boolean }

/** More than texts can be packed: a bomb. */
const maxRatio = 200
const harmlessBytes = 50_000_000

/** The names of the files in a zip. Nothing is unpacked. Throws `CONVERSATION_ARCHIVE_INVALID`. */
export function zipMembers(bytes: Uint8Array, { name }: { name: string }): readonly Member[] {
  const members: Member[] = []
  unzip(bytes, name, (member) => {
    members.push(member)
    return false
  })
  return members
}

/** Unpacks the files of a zip that are wanted. Throws `CONVERSATION_ARCHIVE_INVALID` or `CONVERSATION_TOO_LARGE`. */
export function unpack(bytes: Uint8Array, { name, isWanted, maxBytes, maxFiles }: UnpackOptions) {
  const tooLarge = (what: string, limit: string) => conversationError('CONVERSATION_TOO_LARGE', { name, what, limit })
  const wanted = zipMembers(bytes, { name }).filter((member) => isWanted(member.name))
  const total = wanted.reduce((sum, { originalSize }) => sum + originalSize, 0)
  if (wanted.length > maxFiles) throw tooLarge(`${wanted.length} files`, String(maxFiles))
  if (total > maxBytes) throw tooLarge(`${total} bytes unpacked`, String(maxBytes))
  if (total > harmlessBytes && total > bytes.length * maxRatio)
    throw tooLarge(`${total} bytes packed to ${bytes.length}`, `${maxRatio} times`)
  const names = new Set(wanted.map((member) => member.name))
  return new Map(Object.entries(unzip(bytes, name, (member) => names.has(member.name))))
}

function unzip(bytes: Uint8Array, name: string, filter: (member: Member) => boolean) {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw conversationError('CONVERSATION_ARCHIVE_INVALID', { name, reason: error.message }, { cause: error })
  }
}
