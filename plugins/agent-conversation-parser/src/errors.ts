import { errorsOf } from '@datacortex/errors'

type Facts = { readonly name: string }

export const conversationError = errorsOf({
  CONVERSATION_FORMAT_UNKNOWN: {
    message: ({ name, seen }: Facts & { seen: string }) =>
      `${name} is no export of conversations that is known: ${seen}.`,
    hint: 'Known are exports of ChatGPT, Claude, Gemini, Slack, Telegram, WhatsApp, Claude Code and Codex, lists of {role, content}, transcripts in Markdown and captions.',
    details: ({ name }) => ({ name }),
  },
  CONVERSATION_EMPTY: {
    message: ({ name, format, reasons }: Facts & { format: string; reasons: readonly string[] }) => {
      const because = reasons.length === 0 ? '' : ` ${reasons.join(' ')}`
      return `${name} looks like an export of ${format}, but has no message to read.${because}`
    },
    hint: 'Export again with messages included, as JSON if there is a choice.',
    details: ({ name, format }) => ({ name, format }),
  },
  CONVERSATION_JSON_INVALID: {
    message: ({ name, reason }: Facts & { reason: string }) => `${name} is not JSON: ${reason}.`,
    hint: 'The file was probably cut off: download or copy the export again.',
    details: ({ name }) => ({ name }),
  },
  CONVERSATION_ARCHIVE_INVALID: {
    message: ({ name, reason }: Facts & { reason: string }) => `The archive ${name} can't be unpacked: ${reason}.`,
    hint: 'Download the export again, or unpack it and give the folder.',
    details: ({ name }) => ({ name }),
  },
  CONVERSATION_TOO_LARGE: {
    message: ({ name, what, limit }: Facts & { what: string; limit: string }) =>
      `${name} holds ${what}; ${limit} is the limit.`,
    hint: 'If you trust it, raise `max_unpacked_bytes` of agent-conversation-parser, or give the files one by one.',
    details: ({ name }) => ({ name }),
  },
  CONVERSATION_UNREADABLE: {
    message: ({ name, reason }: Facts & { reason: string }) => `${name} can't be read: ${reason}.`,
    hint: 'Check that it is there and that you may read it.',
    details: ({ name }) => ({ name }),
  },
})
