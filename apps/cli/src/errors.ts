import { CodedError } from '@datacortex/errors'

/** A line of queries begins like an object and is none, holds no query, or tags that are no texts. */
export class QueryLineError extends CodedError {
  /** @param facts - `number` of the line, from 1; `problem`: a clause without its subject. */
  constructor({ number, problem }: { number: number; problem: string }) {
    super('CLI_QUERY_LINE', `Line ${number} ${problem}. It was not answered.`, {
      hint: 'One query a line, plain or as {"query": "what you want"}.',
      details: { line: number },
    })
  }
}

/** More comes from stdin than one input may have. */
export class StdinTooLargeError extends CodedError {
  constructor({ maxBytes }: { maxBytes: number }) {
    super('CLI_STDIN_TOO_LARGE', `More than ${maxBytes} bytes came from stdin. Nothing was done with them.`, {
      hint: 'Raise ingest.max_bytes in the settings, or split the text.',
      details: { maxBytes },
    })
  }
}

/** Stdout can't be written, such as a file on a full disk. */
export class OutputUnwritableError extends CodedError {
  constructor({ reason, cause }: { reason: string; cause: unknown }) {
    super('CLI_OUTPUT_UNWRITABLE', `The command was carried out, but its result could not be written: ${reason}.`, {
      hint: 'Let stdout go to where there is room; what the command changed is changed.',
      cause,
    })
  }
}

/** Whoever waits for the command must not take this for its end. */
export class ModuleEndedProgramError extends CodedError {
  constructor() {
    super('CLI_ENDED_BY_MODULE', 'Code of a module ended the program before the command had.', {
      hint: 'What was begun is as after an interruption. Ask the author of the module to leave out `process.exit`.',
    })
  }
}
