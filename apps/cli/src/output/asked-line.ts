import type { Interface } from 'node:readline/promises'

export async function askedLine(
  lines: Interface,
  { question, signal }: { readonly question: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  const end = (): void => resolve(undefined)
  lines.once('close', end)
  try {
    return await Promise.race([lines.question(question, { signal }), ended])
  } finally {
    lines.off('close', end)
  }
}
