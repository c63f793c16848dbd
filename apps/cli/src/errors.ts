import { CodedError } from '@datacortex/errors'

/** Arguments that don't fit together. Exit status 2. */
export class UsageError extends CodedError {
  constructor({ message, hint }: { message: string; hint: string }) {
    super('CLI_USAGE', message, { hint })
  }
}

/** A question came up and nobody can answer it. */
export class AnswerNeededError extends CodedError {
  constructor({ question }: { question: string }) {
    super('CLI_ANSWER_NEEDED', `${question} No terminal is there to answer. Nothing was changed.`, {
      hint: 'Run it again with --yes if you agree.',
    })
  }
}
