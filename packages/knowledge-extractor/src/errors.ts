import { CodedError } from '@datacortex/errors'

/** An input is larger than the limit; it was not read. */
export class InputTooLargeError extends CodedError {
  constructor({ input, sizeBytes, maxBytes }: { input: string; sizeBytes: number; maxBytes: number }) {
    super('KNOWLEDGE_INPUT_TOO_LARGE', `${input} has ${sizeBytes} bytes, the limit is ${maxBytes}. It was not read.`, {
      hint: 'Raise ingest.max_bytes in the settings, or split the file.',
      details: { input, sizeBytes, maxBytes },
    })
  }
}

/** An input can't be opened or is nothing that can be read. */
export class InputUnreadableError extends CodedError {
  constructor({ input, reason, cause }: { input: string; reason: string; cause?: unknown }) {
    super('KNOWLEDGE_INPUT_UNREADABLE', `${input} can't be read: ${reason}.`, {
      hint: 'Check that it is there, is a file and may be read.',
      details: { input, reason },
      cause,
    })
  }
}

/** No sub-agent takes this kind of content. */
export class NoSubAgentError extends CodedError {
  constructor({ input, contentType }: { input: string; contentType: string }) {
    super('KNOWLEDGE_NO_SUB_AGENT', `Nothing here reads ${contentType}, so ${input} was left out.`, {
      hint: 'Install or enable a module whose sub-agent accepts this type; `datacortex module list` shows what there is.',
      details: { input, contentType },
    })
  }
}

/** Sub-agents hand content over to each other without an end. */
export class HandOverLoopError extends CodedError {
  constructor({ input, chain }: { input: string; chain: readonly string[] }) {
    super('KNOWLEDGE_HAND_OVER_LOOP', `${input} was handed over too often: ${chain.join(', ')}.`, {
      hint: 'One of these modules hands over what it should read itself; report it to its author.',
      details: { input, chain },
    })
  }
}

/** Text that was handed over has no letter in it. */
export class InputEmptyError extends CodedError {
  constructor({ input }: { input: string }) {
    super('KNOWLEDGE_INPUT_EMPTY', 'The input is empty.', {
      hint: 'Look at what writes it: nothing but white space came.',
      details: { input },
    })
  }
}

/** Something was read and there is no text in it. */
export class NoTextError extends CodedError {
  constructor({ input, contentType }: { input: string; contentType: string }) {
    const isSeen = contentType === 'application/pdf' || contentType.startsWith('image/')
    super('KNOWLEDGE_NO_TEXT', `There is no text in ${input}.`, {
      hint: isSeen
        ? 'If it shows text, that is in pictures: it has to be recognised (OCR) first.'
        : 'Open it and see whether it is what you meant.',
      details: { input, contentType },
    })
  }
}

/** A sub-agent failed in a way that it has no code for. */
export class ExtractionFailedError extends CodedError {
  constructor({ input, subAgent, cause }: { input: string; subAgent: string; cause: unknown }) {
    super(
      'KNOWLEDGE_EXTRACTION_FAILED',
      `${subAgent} failed on ${input}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { hint: 'This is a bug of that module; the other inputs go on.', details: { input, subAgent }, cause },
    )
  }
}

/** The same batch runs in another process. */
export class IngestRunningError extends CodedError {
  constructor({ batch, cause }: { batch: string; cause: unknown }) {
    super('KNOWLEDGE_INGEST_RUNNING', 'Another process is taking in the very same inputs.', {
      hint: 'Wait for it or stop it, then run the command again; what is done is not repeated.',
      details: { batch },
      cause,
    })
  }
}

/** A hook of a module asked to leave an input out. */
export class InputSkippedError extends CodedError {
  constructor({
    input,
    module,
    reason,
    hint,
  }: {
    input: string
    module: string
    reason: string
    hint?: string | undefined
  }) {
    super('KNOWLEDGE_INPUT_SKIPPED', `${input} was left out by ${module}: ${reason}.`, {
      hint: hint ?? `Disable the hook of ${module} if the input shall be taken.`,
      details: { input, module, reason },
    })
  }
}

/** A file that was named is a note already, of this space or another, or a companion. */
export class InputIsNoteError extends CodedError {
  constructor({ input }: { input: string }) {
    super('KNOWLEDGE_INPUT_IS_NOTE', `${input} is a note or a companion already, so no note was made about it.`, {
      hint: 'In the space, `datacortex index` makes it findable. To have it read as a source, copy its text without the front matter into a file elsewhere.',
      details: { input },
    })
  }
}

/** A note of the program can't be read any more, so it is not changed. */
export class NoteDamagedError extends CodedError {
  constructor({ path, reason }: { path: string; reason: string }) {
    super('KNOWLEDGE_NOTE_DAMAGED', `The front matter of ${path} can't be read: ${reason}. The note is as it was.`, {
      hint: 'Correct the YAML between the first two lines `---`, then ingest again.',
      details: { path, reason },
    })
  }
}
