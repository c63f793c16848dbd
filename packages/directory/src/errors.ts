import { errorsOf, redact } from '@datacortex/errors'

/** Makes the errors of directories: what was given as a name or an address may hold a password. */
export const directoryError = errorsOf({
  DIRECTORY_UNKNOWN: {
    message: ({ name, known }: { name: string; known: readonly string[] }) =>
      `There is no directory ${name}; there are ${known.join(', ') || 'none'}.`,
    hint: 'datacortex directory list',
    details: ({ name, known }) => ({ name: redact(name), known }),
  },
  DIRECTORY_NOT_ADDED: {
    message: ({ name }: { name: string }) => `The directory ${name} has no address to ask.`,
    hint: ({ name }) => `datacortex directory add ${name} ADDRESS`,
  },
  DIRECTORY_ADDRESS_INVALID: {
    message: ({ name, address, reason }: { name: string; address: string; reason: string }) =>
      `${address} is no address for the directory ${name}: ${reason}.`,
    hint: 'datacortex directory add --help',
    details: ({ name, address, reason }) => ({ name, address: redact(address), reason }),
  },
  DIRECTORY_TIMEOUT: {
    message: ({ name, timeoutMs }: { name: string; timeoutMs: number }) =>
      `The directory ${name} had not answered in full after ${timeoutMs} ms.`,
    hint: ({ name }) => `datacortex directory refresh ${name}   (waits longer, and goes on where it stopped)`,
  },
  DIRECTORY_FAILED: {
    message: ({ name, reason }: { name: string; reason: string }) => `The directory ${name} failed: ${reason}.`,
    hint: 'datacortex directory refresh',
    details: ({ name, reason }) => ({ name, reason: redact(reason) }),
  },
  DIRECTORY_RECORD_REFUSED: {
    message: ({ id, reason }: { id: string; reason: string }) => `What is published as ${id} is not taken: ${reason}.`,
    hint: 'Its publisher has to mend it.',
    details: ({ id, reason }) => ({ id: redact(id), reason }),
  },
  DIRECTORY_RECORD_STEERS: {
    message: ({ id, text }: { id: string; text: string }) =>
      `What is published as ${id} is not taken: it speaks to the model that reads it (${JSON.stringify(text)}).`,
    hint: 'What others publish is data. To look at it all the same, open its address yourself.',
    details: ({ id, text }) => ({ id: redact(id), text: redact(text) }),
  },
  DIRECTORY_AGENT_UNKNOWN: {
    message: ({ id, asked }: { id: string; asked: readonly string[] }) =>
      `No directory knows ${id}; asked were ${asked.join(', ') || 'none'}. Nothing was imported.`,
    hint: 'datacortex directory list',
    details: ({ id, asked }) => ({ id: redact(id), asked }),
  },
  DIRECTORY_AUTHOR_CHANGED: {
    message: ({ agent, was, is }: { agent: string; was: string; is: string }) =>
      `The agent ${agent} came from ${was}, and its address now leads to something of ${is}. Nothing was changed.`,
    hint: 'Only its own author updates it. To take the other one, remove this agent and import that.',
  },
  DIRECTORY_KEY_GIVEN: {
    message: 'A private key was given where the address of an agent is wanted. It was neither used nor kept.',
    hint: 'It may stand in the history of the shell now: make a new key.',
  },
})
