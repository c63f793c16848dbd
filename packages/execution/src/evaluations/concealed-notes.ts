import { type Finding, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { readSecretValues } from '../context/secret-values.ts'

/** Takes the secrets of a space out of what is said of a run: the log is read by agents, too. */
export async function concealedNotes(paths: SpacePaths, executionId: string) {
  const secrets = await readSecretValues(paths)
  const names = new Set<string>()
  return {
    conceal: (text: string) => {
      const { text: clean, concealed } = secrets.conceal(text)
      for (const name of concealed) names.add(name)
      return clean
    },
    findings: () => (names.size === 0 ? [] : [concealedSecrets(executionId, [...names])]),
  }
}

function concealedSecrets(executionId: string, names: readonly string[]): Finding {
  return warningFinding('EXECUTION_SECRET_CONCEALED', executionId, {
    message: `What was said of ${executionId} held a secret, which is not logged: ${names.join(', ')}.`,
    hint: 'Name the secret, not its value.',
  })
}

/** What is said of a run in words has at most so many characters. */
export const longestNote = 10_000
