import type { Secrets } from '@datacortex/space'

export type SecretArguments = {
  readonly passphraseFd?: number | undefined
  readonly passphraseFile?: string | undefined
  readonly fromPassphraseFd?: number | undefined
  /** Descriptor or private file with a raw key. */
  readonly keyFd?: number | undefined
  readonly keyFile?: string | undefined
  readonly allowEnvKey?: true | undefined
}

type SecretSource = NonNullable<Secrets['passphrase']>

export function secretsOf(given: SecretArguments): Secrets {
  const { passphraseFd, passphraseFile, fromPassphraseFd, keyFd, keyFile, allowEnvKey } = given
  return {
    passphrase: sourceOf(passphraseFd, passphraseFile),
    fromPassphrase: sourceOf(fromPassphraseFd),
    key: sourceOf(keyFd, keyFile),
    environmentKey: allowEnvKey,
  }
}

function sourceOf(fd: number | undefined, file?: string): SecretSource {
  if (fd !== undefined) return { fd }
  return file === undefined ? asked : { file }
}

/** A question on the terminal whose answer is not shown. */
const asked: SecretSource = {
  prompt: async (question, { signal }) => {
    const { askHidden } = await import('../output/ask-hidden.ts')
    return await askHidden(question, { input: process.stdin, output: process.stderr, signal })
  },
}
