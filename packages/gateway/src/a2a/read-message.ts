import { isGiven } from './is-given.ts'
import { ProtocolError } from './protocol-error.ts'
import type { SendParams, SentMessage, SentPart } from './requests.ts'
import type { Message, Part } from './wire.ts'

const spoken = ['text/plain', 'text/markdown', 'application/json'] as const

/** Reads the message of a client: texts and data are taken, files and addresses are not. */
export function readMessage({ message, configuration, metadata }: SendParams) {
  const push = configuration?.taskPushNotificationConfig
  if (push !== undefined && push !== null)
    throw new ProtocolError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'This server sends no push notifications.')
  const modes = configuration?.acceptedOutputModes ?? []
  if (modes.length > 0 && !modes.some(isSpoken))
    throw new ProtocolError('CONTENT_TYPE_NOT_SUPPORTED', `Answers are ${spoken.join(', ')}; none of them is accepted.`)
  const text = message.parts.map(textOf).join('\n\n').trim()
  if (text === '')
    throw new ProtocolError('INVALID_PARAMS', 'The message has no text.', {
      violations: [{ field: 'message.parts', description: 'at least one must have text or data' }],
    })
  const data = message.parts.map((part) => part.data).filter((value) => value !== undefined && value !== null)
  const skill = message.metadata?.['skill'] ?? metadata?.['skill']
  return {
    message: keptMessage(message),
    request: { text, data, skill: typeof skill === 'string' ? skill : undefined },
  }
}

function textOf({ text, data, mediaType }: SentPart): string {
  if (text !== undefined && text !== null) {
    if (isGiven(mediaType) && !/^(?:text\/|application\/(?:[\w.+-]+\+)?json\b)/i.test(mediaType))
      throw unsupported(mediaType)
    return text
  }
  if (data !== undefined && data !== null) return JSON.stringify(data)
  throw unsupported(isGiven(mediaType) ? mediaType : 'a file or an address')
}

function unsupported(what: string): ProtocolError {
  const message = `Parts of a message are text or data here, not ${what.slice(0, 100)}.`
  return new ProtocolError('CONTENT_TYPE_NOT_SUPPORTED', message)
}

function isSpoken(mode: string): boolean {
  const [type = ''] = mode.toLowerCase().split(';')
  const plain = type.trim()
  return ['*/*', 'text/*', 'text', 'application/*'].includes(plain) || spoken.some((own) => own === plain)
}

/** Without nulls, which stand for nothing. */
function keptMessage({ messageId, contextId, parts, metadata, extensions, referenceTaskIds }: SentMessage): Message {
  return {
    messageId,
    role: 'ROLE_USER',
    parts: parts.map(keptPart),
    ...(isGiven(contextId) ? { contextId } : {}),
    ...(metadata ? { metadata } : {}),
    ...(extensions && extensions.length > 0 ? { extensions } : {}),
    ...(referenceTaskIds && referenceTaskIds.length > 0 ? { referenceTaskIds } : {}),
  }
}

function keptPart(part: SentPart): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined && value !== null))
}
