import { errorsOf } from '@datacortex/errors'

type Skipped = {
  readonly input: string
  readonly module: string
  readonly reason: string
  readonly hint?: string | undefined
}

export const knowledgeError = errorsOf({
  KNOWLEDGE_INPUT_TOO_LARGE: {
    message: ({ input, sizeBytes, maxBytes }: { input: string; sizeBytes: number; maxBytes: number }) =>
      `${input} has ${sizeBytes} bytes, the limit is ${maxBytes}. It was not read.`,
    hint: 'Raise ingest.max_bytes in the settings, or split the file.',
  },
  KNOWLEDGE_INPUT_UNREADABLE: {
    message: ({ input, reason }: { input: string; reason: string }) => `${input} can't be read: ${reason}.`,
    hint: 'Check that it is there, is a file and may be read.',
  },
  KNOWLEDGE_NO_SUB_AGENT: {
    message: ({ input, contentType }: { input: string; contentType: string }) =>
      `Nothing here reads ${contentType}, so ${input} was left out.`,
    hint: 'Install or enable a module whose sub-agent accepts this type; `datacortex module list` shows what there is.',
  },
  KNOWLEDGE_HAND_OVER_LOOP: {
    message: ({ input, chain }: { input: string; chain: readonly string[] }) =>
      `${input} was handed over too often: ${chain.join(', ')}.`,
    hint: 'One of these modules hands over what it should read itself; report it to its author.',
  },
  KNOWLEDGE_INPUT_EMPTY: {
    message: 'The input is empty.',
    hint: 'Look at what writes it: nothing but white space came.',
  },
  KNOWLEDGE_NO_TEXT: {
    message: ({ input }: { input: string; contentType: string }) => `There is no text in ${input}.`,
    hint: ({ contentType }) => {
      const isSeen = contentType === 'application/pdf' || contentType.startsWith('image/')
      return isSeen
        ? 'If it shows text, that is in pictures: it has to be recognised (OCR) first.'
        : 'Open it and see whether it is what you meant.'
    },
  },
  KNOWLEDGE_EXTRACTION_FAILED: {
    message: ({ input, subAgent, thrown }: { input: string; subAgent: string; thrown: unknown }) =>
      `${subAgent} failed on ${input}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    hint: 'This is a bug of that module; the other inputs go on.',
    details: ({ input, subAgent }) => ({ input, subAgent }),
  },
  KNOWLEDGE_INGEST_RUNNING: {
    message: 'Another process is taking in the very same inputs.',
    hint: 'Wait for it or stop it, then run the command again; what is done is not repeated.',
  },
  KNOWLEDGE_INPUT_SKIPPED: {
    message: ({ input, module, reason }: Skipped) => `${input} was left out by ${module}: ${reason}.`,
    hint: ({ module, hint }) => hint ?? `Disable the hook of ${module} if the input shall be taken.`,
    details: ({ input, module, reason }) => ({ input, module, reason }),
  },
  KNOWLEDGE_INPUT_IS_NOTE: {
    message: ({ input }: { input: string }) =>
      `${input} is a note or a companion already, so no note was made about it.`,
    hint: 'In the space, `datacortex index` makes it findable. To have it read as a source, copy its text without the front matter into a file elsewhere.',
  },
  KNOWLEDGE_NOTE_DAMAGED: {
    message: ({ path, reason }: { path: string; reason: string }) =>
      `The front matter of ${path} can't be read: ${reason}. The note is as it was.`,
    hint: 'Correct the YAML between the first two lines `---`, then ingest again.',
  },
})
