import type { SecretSource } from '@datacortex/export'

/** Where a command takes its passphrase from. */
export type PassphraseOptions = {
  readonly passphraseFd?: number | undefined
  readonly passphraseFile?: string | undefined
}

/**
 * Where a passphrase comes from: a file descriptor, a private file, or a question on the terminal. Never the command
 * line, which others can read.
 *
 * @param options - Arguments of the command.
 * @example await newKeystore(paths, { passphrase: passphraseOf(options) })
 */
export function passphraseOf({ passphraseFd: fd, passphraseFile: file }: PassphraseOptions): SecretSource {
  if (fd !== undefined) return { fd }
  if (file !== undefined) return { file }
  return asked
}

/** A question on the terminal whose answer is not shown. */
export const asked: SecretSource = {
  prompt: async (question, { signal }) => {
    const { askHidden } = await import('@datacortex/export')
    return await askHidden(question, { input: process.stdin, output: process.stderr, signal })
  },
}
