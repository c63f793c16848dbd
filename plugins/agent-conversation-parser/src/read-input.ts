import { decodeText } from '@datacortex/content'
import type { SubAgentInput } from '@datacortex/plugin'
import { type ArchiveLimits, unpack } from './archive.ts'
import { conversationError } from './errors.ts'
import { readFolder } from './folder.ts'
import { isCaptions, readCaptions } from './formats/captions.ts'
import { isGeminiHtml, readGeminiHtml } from './formats/gemini-html.ts'
import { isMarkdownTranscript, readMarkdownTranscript } from './formats/markdown-transcript.ts'
import { isWhatsapp, readWhatsapp } from './formats/whatsapp.ts'
import { inputBytes } from './input-bytes.ts'
import { type JsonOptions, type ReadConversations, readJson } from './read-json.ts'
import { mayHoldConversations, readMembers } from './read-members.ts'

/** The conversations of an input of any kind. Throws every coded error of this package but that of an empty export. */
export async function readInput(input: SubAgentInput, options: JsonOptions & ArchiveLimits) {
  const { name, contentType, path } = input
  const members = {
    ...options,
    name,
    isWanted: mayHoldConversations,
    readFile: (file: SubAgentInput) => readFile(file, options),
  }
  if (contentType === 'inode/directory') {
    if (path === undefined)
      throw conversationError('CONVERSATION_UNREADABLE', { name, reason: 'its path was not given' })
    return await readMembers(await readFolder(path, members), members)
  }
  if (contentType === 'application/zip') return await readMembers(unpack(await inputBytes(input), members), members)
  return await readFile(input, options)
}

async function readFile(input: SubAgentInput, options: JsonOptions): Promise<readonly ReadConversations[]> {
  if (/json/.test(input.contentType)) return [await readJson(input, options)]
  const { text } = decodeText(await inputBytes(input), { charset: input.charset })
  const { counts } = options
  if (isCaptions(text)) return [{ format: 'captions', conversations: [readCaptions(text)] }]
  if (isGeminiHtml(text)) return [{ format: 'gemini', conversations: readGeminiHtml(text, counts) }]
  if (isWhatsapp(text))
    return [{ format: 'whatsapp', conversations: [readWhatsapp(text, { title: titleIn(input.name), counts })] }]
  if (isMarkdownTranscript(text)) return [{ format: 'markdown', conversations: [readMarkdownTranscript(text)] }]
  throw conversationError('CONVERSATION_FORMAT_UNKNOWN', {
    name: input.name,
    seen: `it is ${input.contentType || 'of no known type'}`,
  })
}

/** Phones name the file after the chat. It is no more than a title. */
function titleIn(name: string): string | undefined {
  const file = /WhatsApp[^/]*?(?: (?:with|mit|avec|con|com|met|med) | - )([^/]+?)(?:\.(?:txt|zip))?(?:\/|$)/i.exec(name)
  return file?.[1]
}
