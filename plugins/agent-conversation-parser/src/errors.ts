import { CodedError } from '@datacortex/errors'

type Facts = { readonly name: string }

/** The content is no export of a conversation that is known. */
export class ConversationFormatUnknownError extends CodedError {
  constructor({ name, seen }: Facts & { readonly seen: string }) {
    super('CONVERSATION_FORMAT_UNKNOWN', `${name} is no export of conversations that is known: ${seen}.`, {
      hint: 'Known are exports of ChatGPT, Claude, Gemini, Slack, Telegram, WhatsApp, Claude Code and Codex, lists of {role, content}, transcripts in Markdown and captions.',
      details: { name },
    })
  }
}

/** An export without a single message. */
export class ConversationEmptyError extends CodedError {
  constructor({ name, format, reasons }: Facts & { readonly format: string; readonly reasons: readonly string[] }) {
    const because = reasons.length === 0 ? '' : ` ${reasons.join(' ')}`
    super('CONVERSATION_EMPTY', `${name} looks like an export of ${format}, but has no message to read.${because}`, {
      hint: 'Export again with messages included, as JSON if there is a choice.',
      details: { name, format },
    })
  }
}

/** JSON that breaks off or is none. */
export class ConversationJsonInvalidError extends CodedError {
  constructor({ name, reason, cause }: Facts & { readonly reason: string; readonly cause?: unknown }) {
    super('CONVERSATION_JSON_INVALID', `${name} is not JSON: ${reason}.`, {
      hint: 'The file was probably cut off: download or copy the export again.',
      details: { name },
      cause,
    })
  }
}

/** An archive that can't be unpacked. */
export class ConversationArchiveInvalidError extends CodedError {
  constructor({ name, reason, cause }: Facts & { readonly reason: string; readonly cause?: unknown }) {
    super('CONVERSATION_ARCHIVE_INVALID', `The archive ${name} can't be unpacked: ${reason}.`, {
      hint: 'Download the export again, or unpack it and give the folder.',
      details: { name },
      cause,
    })
  }
}

/** An archive or a folder with more in it than is read. */
export class ConversationTooLargeError extends CodedError {
  constructor({ name, what, limit }: Facts & { readonly what: string; readonly limit: string }) {
    super('CONVERSATION_TOO_LARGE', `${name} holds ${what}; ${limit} is the limit.`, {
      hint: 'If you trust it, raise `max_unpacked_bytes` of agent-conversation-parser, or give the files one by one.',
      details: { name },
    })
  }
}

/** A file or folder that is gone or may not be read. */
export class ConversationUnreadableError extends CodedError {
  constructor({ name, reason, cause }: Facts & { readonly reason: string; readonly cause?: unknown }) {
    super('CONVERSATION_UNREADABLE', `${name} can't be read: ${reason}.`, {
      hint: 'Check that it is there and that you may read it.',
      details: { name },
      cause,
    })
  }
}
