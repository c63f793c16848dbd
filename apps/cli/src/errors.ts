import { errorsOf } from '@datacortex/errors'

export const cliError = errorsOf({
  CLI_QUERY_LINE: {
    message: ({ number, problem }: { number: number; problem: string }) =>
      `Line ${number} ${problem}. It was not answered.`,
    hint: 'One query a line, plain or as {"query": "what you want"}.',
    details: ({ number }) => ({ line: number }),
  },
  CLI_STDIN_TOO_LARGE: {
    message: ({ maxBytes }: { maxBytes: number }) =>
      `More than ${maxBytes} bytes came from stdin. Nothing was done with them.`,
    hint: 'Raise ingest.max_bytes in the settings, or split the text.',
  },
  CLI_OUTPUT_UNWRITABLE: {
    message: ({ reason }: { reason: string }) =>
      `The command was carried out, but its result could not be written: ${reason}.`,
    hint: 'Let stdout go to where there is room; what the command changed is changed.',
    details: () => ({}),
  },
  CLI_ENDED_BY_MODULE: {
    message: 'Code of a module ended the program before the command had.',
    hint: 'What was begun is as after an interruption. Ask the author of the module to leave out `process.exit`.',
  },
})
