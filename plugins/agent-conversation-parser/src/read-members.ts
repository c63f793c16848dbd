import { CodedError } from '@datacortex/errors'
import { sniffContentType } from '@datacortex/content'
import type { SubAgentInput } from '@datacortex/plugin'
import { isSlackExport, readSlackExport } from './formats/slack-export.ts'
import type { JsonOptions, ReadConversations } from './read-json.ts'

/** Names of files that may hold conversations or say who is who. */
export function mayHoldConversations(name: string): boolean {
  const isHidden = name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
  return !isHidden && /\.(?:json|jsonl|ndjson|txt|html?|vtt|srt)$/i.test(name)
}

export async function readMembers(
  files: ReadonlyMap<string, Uint8Array>,
  options: JsonOptions & {
    readonly name: string
    readonly readFile: (input: SubAgentInput) => Promise<readonly ReadConversations[]>
  },
): Promise<readonly ReadConversations[]> {
  const { counts, signal, name } = options
  if (isSlackExport([...files.keys()])) return [readSlackExport(files, { counts, signal })]
  const found: ReadConversations[] = []
  let failure: unknown
  for (const [path, bytes] of files) {
    signal.throwIfAborted()
    const contentType = await sniffContentType(bytes, { name: path })
    try {
      found.push(...(await options.readFile({ contentType, name: `${name}/${path}`, bytes })))
    } catch (error) {
      if (!CodedError.is(error)) throw error
      failure = CodedError.is(failure) && failure.code !== 'CONVERSATION_FORMAT_UNKNOWN' ? failure : error
      if (error.code === 'CONVERSATION_FORMAT_UNKNOWN' || error.code === 'CONVERSATION_EMPTY') counts.skip('other file')
      else counts.broken(path, error.code)
    }
  }
  if (found.length === 0 && failure !== undefined) throw failure
  return found
}
