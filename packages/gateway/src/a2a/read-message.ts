import type { AgentService, SentFile } from '../agents/agent-service.ts'
import { isAccepted } from './accepted-parts.ts'
import { isTakenFile, isText } from './media-types.ts'
import { ProtocolError } from './protocol-error.ts'
import type { SendParams, SentMessage, SentPart } from './requests.ts'
import type { Message, Part } from './wire.ts'

const spoken = ['text/plain', 'text/markdown', 'application/json'] as const

/** Reads the message of a client: texts, data, and files of the types that agents are given. */
export function readMessage(
  { message, configuration, metadata }: SendParams,
  { takesFiles }: Pick<AgentService, 'takesFiles'>,
) {
  const modes = configuration?.acceptedOutputModes ?? []
  if (!spoken.some((type) => isAccepted(type, modes)))
    throw new ProtocolError('CONTENT_TYPE_NOT_SUPPORTED', `Answers are ${spoken.join(', ')}; none of them is accepted.`)
  const isFile = ({ raw, url }: SentPart): boolean => takesFiles === true && Boolean(raw || url)
  const files = message.parts.filter(isFile).map(fileOf)
  const texts = message.parts.filter((part) => !isFile(part)).map(textOf)
  const text = texts.join('\n\n').trim()
  if (text === '' && files.length === 0)
    throw new ProtocolError('INVALID_PARAMS', 'The message has no text.', {
      violations: [{ field: 'message.parts', description: 'at least one must have text, data or a file' }],
    })
  const data = message.parts.map((part) => part.data).filter((value) => value !== undefined && value !== null)
  const skill = message.metadata?.['skill'] ?? metadata?.['skill']
  return {
    message: keptMessage(message),
    request: { text, data, files, skill: typeof skill === 'string' ? skill : undefined, accepted: modes },
  }
}

function fileOf(part: SentPart): SentFile {
  const { raw, url, filename, mediaType } = keptPart(part)
  if (!isTakenFile(mediaType ?? '')) throw unsupported(mediaType ?? '')
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw unsupported('what lies at this address')
  return { raw, url, filename: filename || undefined, mediaType: mediaType || undefined }
}

function textOf({ text, data, mediaType }: SentPart): string {
  if (text !== undefined && text !== null) {
    if (mediaType && !isText(mediaType)) throw unsupported(mediaType)
    return text
  }
  if (data !== undefined && data !== null) return JSON.stringify(data)
  throw unsupported(mediaType || 'a file or an address')
}

function unsupported(what: string): ProtocolError {
  const message = `Parts of a message are text, data, or a file that agents are given here, not ${what.slice(0, 100)}.`
  return new ProtocolError('CONTENT_TYPE_NOT_SUPPORTED', message)
}

/** Without nulls and empty texts, which stand for nothing in ProtoJSON. */
function keptMessage({ messageId, contextId, parts, metadata, extensions, referenceTaskIds }: SentMessage): Message {
  return {
    messageId,
    role: 'ROLE_USER',
    parts: parts.map(keptPart),
    ...(contextId ? { contextId } : {}),
    ...(metadata ? { metadata } : {}),
    ...(extensions && extensions.length > 0 ? { extensions } : {}),
    ...(referenceTaskIds && referenceTaskIds.length > 0 ? { referenceTaskIds } : {}),
  }
}

function keptPart(part: SentPart): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined && value !== null))
}
