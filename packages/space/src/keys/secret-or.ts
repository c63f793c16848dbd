import type { SecretSource } from '@datacortex/export'

/** Where a secret comes from; if nothing says it, nobody is there to type it. */
export function secretOr(source: SecretSource | undefined): SecretSource {
  return source ?? { prompt: () => Promise.resolve(undefined) }
}
